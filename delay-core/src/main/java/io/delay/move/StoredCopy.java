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
 * @param changed whether a worker has begun an attempt of the copy, or an operator has
 * changed it, so that it must be kept as it is
 */
record StoredCopy(StoredJob source, StoredJob stored, boolean changed) {

	private static final int ATTEMPTS = 10;

	private static final Duration ROUNDING = Duration.ofMillis(1);

	static StoredCopy of(StoredJob job) {
		return new StoredCopy(job, job, false);
	}

	/**
	 * Return the copy of a job that the target already had.
	 * @param job the job in the source
	 * @param present the job in the target, with the same contents
	 * @return the copy
	 */
	static StoredCopy found(StoredJob job, StoredJob present) {
		return new StoredCopy(job, present, !isUntouched(present, job));
	}

	/**
	 * Whether the copy can stay as it is.
	 * @param job the job in the source, as it is now
	 * @return {@code true} if the job has not changed since it was copied, except that a
	 * delayed job may have become ready
	 */
	boolean isUpToDate(StoredJob job) {
		return isSame(this.source, job) && isStateKept(this.source, job) && this.source.time().equals(job.time())
				&& attempts(this.source) == attempts(job);
	}

	/**
	 * Bring the copy up to date. A job by which the application has replaced the copy is
	 * kept. The copy is also kept if it was changed and the job in the source still has
	 * the same contents.
	 * @param job the job in the source, as it is now
	 * @param target the target
	 * @param lock the lock of the move
	 * @param different accepts the job if the application has changed its copy to
	 * something else
	 * @return the copy as it is now, {@code null} if it must be updated later, because it
	 * changes all the time, or is being handled while the job has failed
	 */
	@Nullable StoredCopy update(StoredJob job, MoveStore target, MoveLock lock, Consumer<StoredJob> different) {
		boolean removed = false;
		for (int i = 0; i < ATTEMPTS; i++) {
			lock.keep();
			StoredJob present = target.inspector().find(job.topic(), job.id()).orElse(null);
			if (present != null && present.record() == null) {
				throw unreadable(job, target);
			}
			if (present != null && !isSame(present, this.stored)) {
				if (!isSame(present, job)) {
					different.accept(job);
				}
				return new StoredCopy(job, this.stored, true);
			}
			if (!removed && isSame(this.source, job) && isChanged(present)) {
				return new StoredCopy(job, (present != null) ? present : job, true);
			}
			if (present != null && present.state() == JobState.RESERVED) {
				return replace(job, target);
			}
			if (present != null) {
				if (target.administrator()
					.removeUnchanged(new JobCopies(present.topic(), List.of(present)))
					.isEmpty()) {
					continue;
				}
				removed = true;
				lock.keep();
			}
			if (!target.administrator().insert(new JobCopies(job.topic(), List.of(job))).isEmpty()) {
				return of(job);
			}
		}
		if (removed) {
			throw new JobMoveException("Could not move job '" + job.id() + "' of topic '" + job.topic() + "' to "
					+ target.name() + ", because other jobs with this id were stored there again and again. "
					+ "The job is still where it was; repeat the move", null);
		}
		return null;
	}

	// Whether an attempt of the copy has begun, or the copy was changed or removed
	private boolean isChanged(@Nullable StoredJob present) {
		return this.changed || present == null || !isUntouched(present, this.stored);
	}

	// The copy is being handled in the target. A store may change the time of the new job
	private static @Nullable StoredCopy replace(StoredJob job, MoveStore target) {
		JobRecord record = job.record();
		if (job.state() == JobState.FAILED || record == null) {
			return null;
		}
		target.store()
			.submit(List.of(new NewJob(job.topic(), job.id(), DueTime.at(job.time()), ConflictPolicy.REPLACE, record)));
		StoredJob present = target.inspector().find(job.topic(), job.id()).orElse(null);
		return new StoredCopy(job, (present != null) ? present : job,
				present == null || present.state() == JobState.RESERVED || present.failures() != null);
	}

	// Whether no attempt of a copy has begun or ended. Stores round times
	private static boolean isUntouched(StoredJob copy, StoredJob before) {
		return copy.state() != JobState.RESERVED && isStateKept(before, copy) && attempts(copy) == attempts(before)
				&& Duration.between(before.time(), copy.time()).abs().compareTo(ROUNDING) <= 0;
	}

	// Whether a job still waits, or has still failed
	private static boolean isStateKept(StoredJob before, StoredJob now) {
		return (before.state() == JobState.FAILED) == (now.state() == JobState.FAILED);
	}

	private static int attempts(StoredJob job) {
		return (job.failures() != null) ? job.failures().attempts() : 0;
	}

	/**
	 * Return the exception for a job that cannot be compared with that of the target.
	 * @param job the job in the source
	 * @param target the target
	 * @return the exception to throw
	 */
	static JobMoveException unreadable(StoredJob job, MoveStore target) {
		return new JobMoveException("Could not move job '" + job.id() + "' of topic '" + job.topic() + "' to "
				+ target.name() + ", because a job with this id exists there whose record cannot be read. "
				+ "Cancel one of the two jobs and repeat the move", null);
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
