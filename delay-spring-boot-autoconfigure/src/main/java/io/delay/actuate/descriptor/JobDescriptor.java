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
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.StoredJob;
import io.delay.store.history.JobLife;

/**
 * A job. If its record cannot be read, {@code corrupt} is set and the values of the
 * record are missing. If there are only finished runs of its id, everything but the id
 * and the runs is missing.
 *
 * @param id the id
 * @param state the state, {@code null} if there are only runs
 * @param time when a waiting job becomes ready, when the lease of a reserved job ends, or
 * when a failed job was buried; {@code null} if there are only runs
 * @param dueTime when the job was first due, {@code null} if its stored value is corrupt
 * @param expiresAt when the job expires, {@code null} if it does not
 * @param priority the priority, {@code null} if the record cannot be read
 * @param ttr the TTR, {@code null} if the job sets none
 * @param maxAttempts the maximum number of attempts, {@code null} if the job sets none
 * @param failures its failures so far, {@code null} if it has not failed
 * @param lease which consumer holds it, {@code null} if none does
 * @param corrupt {@code true} if the record cannot be read, otherwise {@code null}
 * @param content the payload and headers, {@code null} if they are not shown
 * @param version identifies the state and contents of the job for an edit, {@code null}
 * if the content is not shown or the job cannot be edited
 * @param runs the newest finished runs of the id, newest first; {@code null} if there are
 * none or if this is a job of a page
 * @param searchedBackTo if older runs were not searched for the id, the time of the
 * newest of them, otherwise {@code null}
 */
public record JobDescriptor(String id, @Nullable JobState state, @Nullable Instant time, @Nullable Instant dueTime,
		@Nullable Instant expiresAt, @Nullable JobPriority priority, @Nullable Duration ttr,
		@Nullable Integer maxAttempts, @Nullable FailuresDescriptor failures, @Nullable LeaseDescriptor lease,
		@Nullable Boolean corrupt, @Nullable ContentDescriptor content, @Nullable String version,
		@Nullable List<RunDescriptor> runs, @Nullable Instant searchedBackTo) implements OperationResponseBody {

	public static JobDescriptor of(String id, JobLife life, boolean showContent) {
		List<RunDescriptor> runs = life.runs().stream().map((run) -> RunDescriptor.of(run, showContent)).toList();
		return of(id, life.job(), runs.isEmpty() ? null : runs, life.searchedBackTo(), showContent);
	}

	public static JobDescriptor of(StoredJob job, boolean showContent) {
		return of(job.id(), job, null, null, showContent);
	}

	private static JobDescriptor of(String id, @Nullable StoredJob job, @Nullable List<RunDescriptor> runs,
			@Nullable Instant searchedBackTo, boolean showContent) {
		if (job == null) {
			return new JobDescriptor(id, null, null, null, null, null, null, null, null, null, null, null, null, runs,
					searchedBackTo);
		}
		JobRecord present = job.record();
		FailuresDescriptor failures = (job.failures() != null) ? FailuresDescriptor.of(job.failures()) : null;
		LeaseDescriptor lease = LeaseDescriptor.of(job);
		if (present == null) {
			return new JobDescriptor(job.id(), job.state(), job.time(), job.dueTime(), null, null, null, null, failures,
					lease, true, null, null, runs, searchedBackTo);
		}
		return new JobDescriptor(job.id(), job.state(), job.time(), job.dueTime(), job.expiresAt(), present.priority(),
				present.ttr(), present.maxAttempts(), failures, lease, null,
				showContent ? ContentDescriptor.of(present) : null, showContent ? job.version() : null, runs,
				searchedBackTo);
	}

}
