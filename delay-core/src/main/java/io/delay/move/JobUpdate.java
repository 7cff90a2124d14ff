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

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;

/**
 * Brings the copy of a job in the target up to date, because the job has changed in the
 * source since it was read.
 *
 * @param read the job as it was read, and as it was stored in the target
 * @param changed the job as it is now
 */
record JobUpdate(StoredJob read, StoredJob changed) {

	private static final int ATTEMPTS = 10;

	/**
	 * Whether the copy can stay as it is. A kick and a burial change only the state.
	 * @return {@code true} if the contents are the same, and both wait or both have
	 * failed
	 */
	boolean isUnnecessary() {
		return isSame(this.read, this.changed)
				&& (this.read.state() == JobState.FAILED) == (this.changed.state() == JobState.FAILED);
	}

	/**
	 * Update the copy, unless the application has changed it as well.
	 * @param target the target
	 * @return {@code false} if the copy must be updated later, because it changes all the
	 * time, or is being handled while the job has failed
	 */
	boolean apply(MoveStore target) {
		for (int i = 0; i < ATTEMPTS; i++) {
			StoredJob copy = target.inspector().find(this.read.topic(), this.read.id()).orElse(null);
			if (copy != null && !isSame(copy, this.read)) {
				return true;
			}
			if (copy != null && copy.state() == JobState.RESERVED) {
				return replace(target);
			}
			if (copy != null) {
				target.administrator().removeUnchanged(new JobCopies(copy.topic(), List.of(copy)));
			}
			if (!target.administrator().insert(new JobCopies(this.read.topic(), List.of(this.changed))).isEmpty()) {
				return true;
			}
		}
		return false;
	}

	// The copy is being handled in the target
	private boolean replace(MoveStore target) {
		JobRecord record = this.changed.record();
		if (this.changed.state() == JobState.FAILED || record == null) {
			return false;
		}
		target.store()
			.submit(List.of(new NewJob(this.read.topic(), this.read.id(), DueTime.at(this.changed.time()),
					ConflictPolicy.REPLACE, record)));
		return true;
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
