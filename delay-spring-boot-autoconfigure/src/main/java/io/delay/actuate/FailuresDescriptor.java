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

package io.delay.actuate;

import java.time.Instant;

import io.delay.store.JobFailures;

/**
 * The failures of a job so far.
 *
 * @param attempts the number of failed attempts; releases do not count
 * @param error the last error
 * @param host the host on which the last error happened
 * @param time when the last error was recorded
 */
record FailuresDescriptor(int attempts, String error, String host, Instant time) {

	static FailuresDescriptor of(JobFailures failures) {
		return new FailuresDescriptor(failures.attempts(), failures.last().error(), failures.last().host(),
				failures.time());
	}

}
