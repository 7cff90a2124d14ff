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

package io.delay.admin.failures;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Failed jobs whose failures have the same cause.
 *
 * @param cause the key of the cause, see {@link FailureCause#key()}
 * @param exception the class of the exception, {@code null} if the failures have another
 * reason
 * @param message the message, in which numbers, ids and quoted parts are masked
 * @param count the number of jobs
 * @param first when the first of these jobs was buried; jobs that were not examined, see
 * {@link FailureGroups#complete()}, may have been buried earlier
 * @param last when the last of these jobs was buried
 * @param example the id of the job that was buried last
 * @since 0.1.0
 */
public record FailureGroup(String cause, @Nullable String exception, String message, long count, Instant first,
		Instant last, String example) {

}
