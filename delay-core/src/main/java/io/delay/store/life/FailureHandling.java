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

package io.delay.store.life;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.store.FailureReason;
import io.delay.store.LeaseTerms;

/**
 * A job whose lease has expired and that must be delivered to a failure handler. The
 * lease was for the last attempt of the job or for an earlier delivery to the failure
 * handler, or it represents the time for which the job waits for a failure handler.
 *
 * @param job the job with the expired lease
 * @param time the time of the reserve
 */
record FailureHandling(StagedJob job, StoreTime time) {

	private LeaseTerms terms() {
		return this.job.terms();
	}

	Instant visibleSince() {
		return this.job.score();
	}

	private boolean isBegun() {
		return terms().isFailureHandling();
	}

	private boolean isStarted() {
		return !this.job.lease().progress().isNotStarted();
	}

	// Whether a consumer without a failure handler must leave the job to other consumers.
	boolean mayBeTaken() {
		return visibleSince().plus(terms().ttr()).isAfter(this.time.now());
	}

	// The time from which on a consumer without a failure handler buries the job, or the
	// given time if that is earlier.
	Instant end(@Nullable Instant earliest) {
		Instant end = visibleSince().plus(terms().ttr());
		return (earliest == null || end.isBefore(earliest)) ? end : earliest;
	}

	// Whether the failure handler has failed permanently.
	boolean isOver() {
		return isBegun() && isStarted() && terms().isLastAttempt();
	}

	StagedJob buried(String host) {
		boolean held = this.job.lease().isHeld();
		return this.job.buriedUnhandled(
				held ? this.job.ttrElapsed()
						: new FailureReason(
								"No failure handler took the job within " + terms().ttr().toMillis() + " ms", host),
				this.time);
	}

	// The number of the next attempt of the failure handler.
	int attempt() {
		if (!isBegun()) {
			return 1;
		}
		return isStarted() ? terms().attempt() + 1 : terms().attempt();
	}

	// The job with the expired lease recorded in its setbacks.
	StagedJob failed() {
		return isBegun() ? this.job.with(new Setbacks(this.job.failures(), stalls()))
				: this.job.buriedUnhandled(this.job.ttrElapsed(), this.time);
	}

	private int stalls() {
		int stalls = this.job.setbacks().stalls();
		if (!isStarted()) {
			return (stalls > 0 || terms().maxAttempts() == 1) ? stalls : 1;
		}
		return (this.job.lease().progress() == Progress.STARTED) ? stalls + 1 : 0;
	}

}
