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

import org.jspecify.annotations.Nullable;

import io.delay.store.FailureReason;
import io.delay.store.JobFailures.Failure;

/**
 * A failure of a job before its last one.
 *
 * @param attempt the number of the attempt
 * @param time when the failure was recorded
 * @param host the host on which it happened
 * @param runTime how long the handler ran, {@code null} if this is unknown
 * @param error the error
 * @param stackTrace the lines that follow the error in its stack trace, {@code null} if
 * there are none
 */
public record FailureDescriptor(int attempt, Instant time, String host, @Nullable Duration runTime, String error,
		@Nullable String stackTrace) {

	public static FailureDescriptor of(Failure failure) {
		FailureReason reason = failure.reason();
		return new FailureDescriptor(failure.attempt(), failure.time(), reason.host(), reason.runTime(), reason.error(),
				reason.stackTrace());
	}

}
