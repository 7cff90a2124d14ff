/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.jdbc.table;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.FailureReason;
import io.delay.store.JobFailures.Failure;

/**
 * Reads and writes the earlier failures of a job as text. The last failure has columns of
 * its own.
 */
final class FailureText {

	private static final char SEPARATOR = '\u001E';

	private static final int FIELDS = 6;

	private FailureText() {
	}

	static @Nullable String of(List<Failure> earlier) {
		if (earlier.isEmpty()) {
			return null;
		}
		StringBuilder text = new StringBuilder();
		for (Failure failure : earlier) {
			FailureReason reason = failure.reason();
			text.append(failure.attempt()).append(SEPARATOR);
			text.append(failure.time().toEpochMilli()).append(SEPARATOR);
			text.append(reason.host()).append(SEPARATOR);
			text.append((reason.runTime() != null) ? reason.runTime().toMillis() : "").append(SEPARATOR);
			text.append(storable(reason.error())).append(SEPARATOR);
			text.append((reason.stackTrace() != null) ? storable(reason.stackTrace()) : "").append(SEPARATOR);
		}
		return text.toString();
	}

	/**
	 * Read failures.
	 * @param text the text, {@code null} if there are no earlier failures
	 * @return the failures before the first that cannot be read
	 */
	static List<Failure> read(@Nullable String text) {
		List<Failure> failures = new ArrayList<>();
		if (text != null) {
			String[] fields = text.split(String.valueOf(SEPARATOR), -1);
			try {
				for (int i = 0; i + FIELDS < fields.length; i += FIELDS) {
					failures.add(read(fields, i));
				}
			}
			catch (IllegalArgumentException ex) {
				return failures;
			}
		}
		return failures;
	}

	private static Failure read(String[] fields, int first) {
		String runTime = fields[first + 3];
		FailureReason reason = new FailureReason(fields[first + 4], fields[first + 2], fields[first + 5],
				runTime.isEmpty() ? null : Duration.ofMillis(Long.parseLong(runTime)));
		return new Failure(Integer.parseInt(fields[first]), Instant.ofEpochMilli(Long.parseLong(fields[first + 1])),
				reason);
	}

	// Not every database stores this character in a text
	static String storable(String text) {
		return text.replace('\0', '\uFFFD');
	}

}
