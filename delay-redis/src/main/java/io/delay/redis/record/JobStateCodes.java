// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.util.List;
import java.util.Optional;

import io.delay.job.JobState;

/**
 * The numbers that stand for states in scripts.
 */
public final class JobStateCodes {

	private static final List<JobState> STATES = List.of(JobState.DELAYED, JobState.READY, JobState.RESERVED,
			JobState.FAILED);

	private JobStateCodes() {
	}

	public static int number(JobState state) {
		return STATES.indexOf(state) + 1;
	}

	// In the order of their numbers.
	public static List<JobState> states() {
		return STATES;
	}

	// Scripts return 0 for a job that does not exist.
	public static Optional<JobState> of(long number) {
		return (number == 0) ? Optional.empty() : Optional.of(STATES.get((int) number - 1));
	}

}
