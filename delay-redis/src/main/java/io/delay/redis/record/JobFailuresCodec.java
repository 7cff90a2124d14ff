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

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.delay.store.FailureReason;
import io.delay.store.JobFailures;

/**
 * Reads the failures of a job as the scripts store them: a line with the attempts (and
 * priority and stalls), the due time in milliseconds, the time of the failure in
 * milliseconds and the host, then the error. For a job that was released but has never
 * failed, only the attempts, the due time and the time of the release are stored.
 */
public final class JobFailuresCodec {

	private static final Pattern TEXT = Pattern
		.compile("(\\d{1,9})[hl]?(?:s\\d{1,9})?;\\d{1,15}(?:;(\\d{1,15})(?:;([^\\n]+)\\n(.*))?)?", Pattern.DOTALL);

	private JobFailuresCodec() {
	}

	// Null if there is no text or the text contains no failure.
	public static @Nullable JobFailures parse(byte @Nullable [] bytes) {
		if (bytes == null) {
			return null;
		}
		Matcher matcher = TEXT.matcher(new String(bytes, StandardCharsets.UTF_8));
		if (!matcher.matches()) {
			return new JobFailures(0, new FailureReason("The failures of the job cannot be read", "redis"),
					Instant.EPOCH);
		}
		if (matcher.group(3) == null) {
			return null;
		}
		return new JobFailures(Integer.parseInt(matcher.group(1)),
				new FailureReason(matcher.group(4), matcher.group(3)),
				Instant.ofEpochMilli(Long.parseLong(matcher.group(2))));
	}

}
