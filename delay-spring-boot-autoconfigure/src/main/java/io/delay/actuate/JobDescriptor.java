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

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.StoredJob;

/**
 * A job. Without the record, {@code corrupt} is all that is told of what it holds.
 *
 * @param id the id
 * @param state the state
 * @param time when it is visible if the job waits, the end of the lease if it is
 * reserved, the time of burial if it has failed
 * @param dueTime when it was to run first, {@code null} if what is kept of it is corrupt
 * @param priority the priority
 * @param ttr the TTR, {@code null} if the job sets none
 * @param maxAttempts the maximum of attempts, {@code null} if the job sets none
 * @param failures how it has failed so far, {@code null} if it never did
 * @param corrupt {@code true} if the record cannot be read, else {@code null}
 * @param content what the job carries, {@code null} if that is not shown
 */
record JobDescriptor(String id, JobState state, Instant time, @Nullable Instant dueTime, @Nullable JobPriority priority,
		@Nullable Duration ttr, @Nullable Integer maxAttempts, @Nullable FailuresDescriptor failures,
		@Nullable Boolean corrupt, @Nullable ContentDescriptor content) implements OperationResponseBody {

	static JobDescriptor of(StoredJob job, boolean showContent) {
		JobRecord present = job.record();
		FailuresDescriptor failures = (job.failures() != null) ? FailuresDescriptor.of(job.failures()) : null;
		if (present == null) {
			return new JobDescriptor(job.id(), job.state(), job.time(), job.dueTime(), null, null, null, failures, true,
					null);
		}
		return new JobDescriptor(job.id(), job.state(), job.time(), job.dueTime(), present.priority(), present.ttr(),
				present.maxAttempts(), failures, null, showContent ? ContentDescriptor.of(present) : null);
	}

}
