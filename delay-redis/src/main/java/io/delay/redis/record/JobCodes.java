// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.util.List;
import java.util.Optional;

import io.delay.job.JobPriority;
import io.delay.job.JobState;

/**
 * The numbers that stand for states in scripts, and the letters that stand for priorities
 * in records and scripts.
 */
public final class JobCodes {

	private static final List<JobState> STATES = List.of(JobState.DELAYED, JobState.READY, JobState.RESERVED,
			JobState.FAILED);

	private JobCodes() {
	}

	public static int number(JobState state) {
		return STATES.indexOf(state) + 1;
	}

	// In the order of their numbers.
	public static List<JobState> states() {
		return STATES;
	}

	// Scripts return 0 for a job that does not exist.
	public static Optional<JobState> state(long number) {
		return (number == 0) ? Optional.empty() : Optional.of(STATES.get((int) number - 1));
	}

	public static String letter(JobPriority priority) {
		return switch (priority) {
			case HIGH -> "h";
			case NORMAL -> "";
			case LOW -> "l";
		};
	}

	static JobPriority priority(String letter) {
		return switch (letter) {
			case "h" -> JobPriority.HIGH;
			case "" -> JobPriority.NORMAL;
			case "l" -> JobPriority.LOW;
			default -> throw new IllegalArgumentException("No priority has the letter '" + letter + "'");
		};
	}

}
