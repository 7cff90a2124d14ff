// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The values of one figure in several runs.
 */
final class Sample {

	private static final int MANY = 1000;

	private final List<Double> sorted;

	Sample(List<Double> values) {
		this.sorted = values.stream().sorted().toList();
	}

	boolean isEmpty() {
		return this.sorted.isEmpty();
	}

	OptionalDouble median() {
		if (isEmpty()) {
			return OptionalDouble.empty();
		}
		int size = this.sorted.size();
		return OptionalDouble.of((this.sorted.get((size - 1) / 2) + this.sorted.get(size / 2)) / 2);
	}

	OptionalDouble max() {
		return isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(this.sorted.get(this.sorted.size() - 1));
	}

	static String format(double value) {
		String pattern = (Math.abs(value) >= MANY) ? "%,.0f" : (value == Math.rint(value)) ? "%.0f" : "%.2f";
		return String.format(Locale.ROOT, pattern, value);
	}

	@Override
	public String toString() {
		if (isEmpty()) {
			return "–";
		}
		String median = format(median().orElseThrow());
		return (this.sorted.size() == 1) ? median
				: median + " [" + format(this.sorted.get(0)) + "–" + format(max().orElseThrow()) + "]";
	}

}
