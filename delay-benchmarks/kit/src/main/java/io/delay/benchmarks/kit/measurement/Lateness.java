// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.measurement;

import java.util.Arrays;

import io.delay.benchmarks.kit.Results;

/**
 * How late jobs were handled by the clock of the client, in milliseconds.
 *
 * @param p50 half of the jobs were not later
 * @param p99 99 % of the jobs were not later
 * @param max the maximum
 * @param early how many jobs were handled too early, by more than a millisecond, the
 * precision of due times
 */
public record Lateness(double p50, double p99, double max, int early) {

	private static final double MICROS_PER_MILLI = 1e3;

	public static Lateness of(long[] micros) {
		long[] sorted = micros.clone();
		Arrays.sort(sorted);
		int early = (int) Arrays.stream(sorted).filter((lateness) -> lateness < -MICROS_PER_MILLI).count();
		return new Lateness(percentile(sorted, 50), percentile(sorted, 99), percentile(sorted, 100), early);
	}

	private static double percentile(long[] sorted, int percent) {
		return sorted[(int) Math.ceil(percent / 100.0 * sorted.length) - 1] / MICROS_PER_MILLI;
	}

	public void report(Results results) {
		results.add("lateness.p50", this.p50);
		results.add("lateness.p99", this.p99);
		results.add("lateness.max", this.max);
		results.add("lateness.early", this.early);
	}

}
