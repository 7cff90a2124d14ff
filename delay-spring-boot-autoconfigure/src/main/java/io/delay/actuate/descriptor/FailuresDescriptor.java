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

package io.delay.actuate.descriptor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.FailureReason;
import io.delay.store.JobFailures;

/**
 * The failures of a job so far. Lists of jobs contain neither the stack trace nor the
 * earlier failures.
 *
 * @param attempts the number of failed attempts; releases do not count
 * @param attempt the number of the attempt that failed last
 * @param error the last error
 * @param host the host on which the last error happened
 * @param time when the last error was recorded
 * @param runTime how long the handler ran then, {@code null} if this is unknown
 * @param stackTrace the lines that follow the last error in its stack trace, {@code null}
 * if there are none
 * @param earlier the failures before the last one, newest first, {@code null} if there
 * are none
 */
public record FailuresDescriptor(int attempts, int attempt, String error, String host, Instant time,
		@Nullable Duration runTime, @Nullable String stackTrace, @Nullable List<FailureDescriptor> earlier) {

	public static FailuresDescriptor of(JobFailures failures) {
		FailureReason last = failures.last();
		List<FailureDescriptor> earlier = failures.recent().stream().skip(1).map(FailureDescriptor::of).toList();
		return new FailuresDescriptor(failures.attempts(), failures.recent().get(0).attempt(), last.error(),
				last.host(), failures.time(), last.runTime(), last.stackTrace(), earlier.isEmpty() ? null : earlier);
	}

}
