// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Duration;
import java.time.Instant;

import io.delay.store.throughput.JobCounts;

/**
 * What the counters of a topic count.
 */
final class Counted {

	static final JobCounts SUBMITTED = new JobCounts(1, 0, 0, 0, 0, 0, Duration.ZERO);

	static final JobCounts DONE = done(1);

	static final JobCounts RESUBMITTED = DONE.plus(SUBMITTED);

	static final JobCounts FAILED_ATTEMPT = new JobCounts(0, 0, 0, 1, 0, 0, Duration.ZERO);

	static final JobCounts BURIED = new JobCounts(0, 0, 0, 0, 1, 0, Duration.ZERO);

	private Counted() {
	}

	static JobCounts delivered(Instant visibleSince, StoreTime time) {
		Duration lateness = Duration.between(visibleSince, StoreTime.latest(visibleSince, time.now()));
		return new JobCounts(0, 1, 0, 0, 0, 0, lateness);
	}

	static JobCounts failed(StagedJob held, StagedJob failed) {
		JobCounts attempt = held.terms().isFailureHandling() ? JobCounts.NONE : FAILED_ATTEMPT;
		return (failed.stage() instanceof JobStage.Failed) ? attempt.plus(BURIED) : attempt;
	}

	static JobCounts done(int jobs) {
		return new JobCounts(0, 0, jobs, 0, 0, 0, Duration.ZERO);
	}

	static JobCounts cancelled(int jobs) {
		return new JobCounts(0, 0, 0, 0, 0, jobs, Duration.ZERO);
	}

}
