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

import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.job.JobState;
import io.delay.job.SubmitStatus;

/**
 * The result of submitting a job.
 *
 * @param topic the topic
 * @param id the id
 * @param status what the submit did
 * @param dueTime when the job that is now stored is due
 * @param found the state of the job that existed before, {@code null} if there was none
 */
public record SubmittedJobDescriptor(String topic, String id, SubmitStatus status, Instant dueTime,
		@Nullable JobState found) implements OperationResponseBody {

}
