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
 * A job. If its record cannot be read, {@code corrupt} is set and the values of the
 * record are missing.
 *
 * @param id the id
 * @param state the state
 * @param time when a waiting job becomes ready, when the lease of a reserved job ends, or
 * when a failed job was buried
 * @param dueTime when the job was first due, {@code null} if its stored value is corrupt
 * @param priority the priority, {@code null} if the record cannot be read
 * @param ttr the TTR, {@code null} if the job sets none
 * @param maxAttempts the maximum number of attempts, {@code null} if the job sets none
 * @param failures its failures so far, {@code null} if it has not failed
 * @param lease which consumer holds it, {@code null} if none does
 * @param corrupt {@code true} if the record cannot be read, otherwise {@code null}
 * @param content the payload and headers, {@code null} if they are not shown
 * @param version identifies the state and contents of the job for an edit, {@code null}
 * if the content is not shown or the job cannot be edited
 */
record JobDescriptor(String id, JobState state, Instant time, @Nullable Instant dueTime, @Nullable JobPriority priority,
		@Nullable Duration ttr, @Nullable Integer maxAttempts, @Nullable FailuresDescriptor failures,
		@Nullable LeaseDescriptor lease, @Nullable Boolean corrupt, @Nullable ContentDescriptor content,
		@Nullable String version) implements OperationResponseBody {

	static JobDescriptor of(StoredJob job, boolean showContent) {
		JobRecord present = job.record();
		FailuresDescriptor failures = (job.failures() != null) ? FailuresDescriptor.of(job.failures()) : null;
		LeaseDescriptor lease = LeaseDescriptor.of(job);
		if (present == null) {
			return new JobDescriptor(job.id(), job.state(), job.time(), job.dueTime(), null, null, null, failures,
					lease, true, null, null);
		}
		return new JobDescriptor(job.id(), job.state(), job.time(), job.dueTime(), present.priority(), present.ttr(),
				present.maxAttempts(), failures, lease, null, showContent ? ContentDescriptor.of(present) : null,
				showContent ? job.version() : null);
	}

}
