// SPDX-License-Identifier: Apache-2.0

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

	// Returns the failures before the first that cannot be read
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
