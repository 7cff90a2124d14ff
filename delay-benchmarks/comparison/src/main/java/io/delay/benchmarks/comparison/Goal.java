// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The goal of Delay in a row.
 *
 * @param text the goal in words
 * @param bound the value to reach or not to exceed
 * @param subject the variant of Delay that it applies to
 */
record Goal(String text, Bound bound, Competitor subject) {

	private Goal(String text, Bound bound) {
		this(text, bound, Competitor.DELAY);
	}

	static Goal value(double value) {
		return new Goal(text(value), (row, figures) -> OptionalDouble.of(value));
	}

	static Goal onDatabase(double value) {
		return new Goal(text(value), (row, figures) -> OptionalDouble.of(value), Competitor.DELAY_JDBC);
	}

	static Goal ofDbScheduler(double factor) {
		return new Goal(text(factor) + " × db-scheduler",
				(row, figures) -> times(row.judged(Competitor.DB_SCHEDULER, figures), factor), Competitor.DELAY_JDBC);
	}

	static Goal ofFloor(double factor) {
		return new Goal(text(factor) + " × floor", (row, figures) -> floor(row, figures, factor));
	}

	static Goal ofBestRedisPeer(double factor) {
		return new Goal(text(factor) + " × best Redis peer",
				(row, figures) -> times(row.bestRedisPeer(figures), factor));
	}

	static Goal ofBeanstalkd(double factor) {
		return new Goal(text(factor) + " × beanstalkd",
				(row, figures) -> times(row.judged(Competitor.BEANSTALKD, figures), factor));
	}

	// The larger of two goals.
	static Goal valueOrOfFloor(double value, double factor) {
		return new Goal(text(value) + " or " + text(factor) + " × floor",
				(row, figures) -> OptionalDouble.of(Math.max(value, floor(row, figures, factor).orElse(value))));
	}

	// The worst value of another figure of the same workload.
	static Goal figure(String text, String key) {
		return new Goal(text, (row, figures) -> figures.find(Competitor.DELAY, row.measurement(), key).max());
	}

	private static String text(double value) {
		return (value == Math.rint(value)) ? String.format(Locale.ROOT, "%,.0f", value) : Double.toString(value);
	}

	private static OptionalDouble floor(Row row, Figures figures, double factor) {
		return times(row.judged(Competitor.FLOOR, figures), factor);
	}

	private static OptionalDouble times(OptionalDouble value, double factor) {
		return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * factor) : value;
	}

	String verdict(Row row, Figures figures) {
		OptionalDouble reached = row.judged(this.subject, figures);
		OptionalDouble wanted = this.bound.of(row, figures);
		boolean atLeast = row.kind() == Row.Kind.HIGHER;
		String goal = ((this.subject == Competitor.DELAY) ? "" : this.subject + " ") + (atLeast ? "≥ " : "≤ ")
				+ this.text;
		if (reached.isEmpty() || wanted.isEmpty()) {
			return goal;
		}
		boolean good = atLeast ? reached.getAsDouble() >= wanted.getAsDouble()
				: reached.getAsDouble() <= wanted.getAsDouble();
		return goal + ": " + (good ? "reached" : "**missed**");
	}

	/**
	 * Finds the value to reach or not to exceed.
	 */
	@FunctionalInterface
	interface Bound {

		/**
		 * Find it.
		 * @param figures the figures of all runs
		 * @return the value, empty if a figure that it depends on was not measured
		 */
		OptionalDouble of(Row row, Figures figures);

	}

}
