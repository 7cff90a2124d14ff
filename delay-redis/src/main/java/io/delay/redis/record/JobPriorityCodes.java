// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import io.delay.job.JobPriority;

/**
 * The letters that stand for priorities in records and scripts.
 */
public final class JobPriorityCodes {

	private JobPriorityCodes() {
	}

	public static String of(JobPriority priority) {
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
