// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay;

import java.util.Collection;
import java.util.List;

/**
 * How late jobs were, in microseconds.
 *
 * @param min the minimum
 * @param p50 half of the jobs were not later
 * @param p99 99 % of the jobs were not later
 * @param max the maximum
 */
record LatenessFigures(long min, long p50, long p99, long max) {

	static LatenessFigures of(Collection<Long> micros) {
		List<Long> sorted = micros.stream().sorted().toList();
		return new LatenessFigures(sorted.get(0), percentile(sorted, 50), percentile(sorted, 99),
				sorted.get(sorted.size() - 1));
	}

	private static long percentile(List<Long> sorted, int percent) {
		return sorted.get((int) Math.ceil(percent / 100.0 * sorted.size()) - 1);
	}

	@Override
	public String toString() {
		return String.format("min %.2f ms, p50 %.2f ms, p99 %.2f ms, max %.2f ms", this.min / 1e3, this.p50 / 1e3,
				this.p99 / 1e3, this.max / 1e3);
	}

}
