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

package io.delay.move;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;

/**
 * A copy of a job that a move has stored in the target while the job is still in the
 * source.
 *
 * @param source the job in the source, as it was read
 * @param stored the copy in the target; a store may have changed a due time that was past
 * or added headers of its own
 */
record StoredCopy(StoredJob source, StoredJob stored) {

	private static final int ATTEMPTS = 10;

	private static final Duration ROUNDING = Duration.ofMillis(1);

	static StoredCopy of(StoredJob job) {
		return new StoredCopy(job, job);
	}

	/**
	 * Whether the copy can stay as it is.
	 * @param job the job in the source, as it is now
	 * @return {@code true} if the job has not changed since it was copied, except that a
	 * delayed job may have become ready
	 */
	boolean isUpToDate(StoredJob job) {
		return isSameRun(job) && this.source.time().equals(job.time()) && attempts(this.source) == attempts(job);
	}

	// Whether the job was neither replaced nor rescheduled, and waits or has failed as
	// before
	private boolean isSameRun(StoredJob job) {
		return isSame(this.source, job) && (this.source.state() == JobState.FAILED) == (job.state() == JobState.FAILED);
	}

	private static int attempts(StoredJob job) {
		return (job.failures() != null) ? job.failures().attempts() : 0;
	}

	/**
	 * Bring the copy up to date, unless the target has already handled it or the
	 * application has changed it as well.
	 * @param job the job in the source, as it is now
	 * @param target the target
	 * @param different accepts the job if the application has changed its copy to
	 * something else
	 * @return the copy as it is now, {@code null} if it must be updated later, because it
	 * changes all the time, or is being handled while the job has failed
	 */
	@Nullable StoredCopy update(StoredJob job, MoveStore target, Consumer<StoredJob> different) {
		boolean removed = false;
		for (int i = 0; i < ATTEMPTS; i++) {
			StoredJob present = target.inspector().find(job.topic(), job.id()).orElse(null);
			if (present != null && !isSame(present, this.stored)) {
				if (!isSame(present, job)) {
					different.accept(job);
				}
				return new StoredCopy(job, present);
			}
			// An attempt has ended in the source, but the target is further
			if (!removed && isSameRun(job) && !isUntouched(present)) {
				return new StoredCopy(job, (present != null) ? present : job);
			}
			if (present != null && present.state() == JobState.RESERVED) {
				return replace(job, target);
			}
			if (present != null) {
				removed |= !target.administrator()
					.removeUnchanged(new JobCopies(present.topic(), List.of(present)))
					.isEmpty();
			}
			if (!target.administrator().insert(new JobCopies(job.topic(), List.of(job))).isEmpty()) {
				return of(job);
			}
		}
		if (removed) {
			throw new JobMoveException("Could not move job '" + job.id() + "' of topic '" + job.topic() + "' to "
					+ target.name() + ", because its id is used there all the time. The job stays where it was; "
					+ "repeat the move", null);
		}
		return null;
	}

	// Whether the target has neither begun nor ended an attempt. Stores round times
	private boolean isUntouched(@Nullable StoredJob present) {
		return present != null && present.state() != JobState.RESERVED
				&& (present.state() == JobState.FAILED) == (this.stored.state() == JobState.FAILED)
				&& attempts(present) == attempts(this.stored)
				&& Duration.between(this.stored.time(), present.time()).abs().compareTo(ROUNDING) <= 0;
	}

	// The copy is being handled in the target
	private static @Nullable StoredCopy replace(StoredJob job, MoveStore target) {
		JobRecord record = job.record();
		if (job.state() == JobState.FAILED || record == null) {
			return null;
		}
		target.store()
			.submit(List.of(new NewJob(job.topic(), job.id(), DueTime.at(job.time()), ConflictPolicy.REPLACE, record)));
		return new StoredCopy(job, target.inspector().find(job.topic(), job.id()).orElse(job));
	}

	static boolean isSame(StoredJob one, StoredJob other) {
		JobRecord first = one.record();
		JobRecord second = other.record();
		return first != null && second != null && Arrays.equals(first.payload(), second.payload())
				&& first.headers().equals(second.headers()) && Objects.equals(one.dueTime(), other.dueTime())
				&& Objects.equals(first.ttr(), second.ttr())
				&& Objects.equals(first.maxAttempts(), second.maxAttempts()) && first.priority() == second.priority();
	}

}
