// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * One line of the table: a figure and its goals.
 *
 * @param measurement the workload that reports the figure
 * @param key its key among the figures of that workload
 * @param kind how the figure is judged
 * @param goals the goals of Delay
 */
record Row(String title, Measurement measurement, String key, Kind kind, List<Goal> goals) {

	static Row higher(String title, Measurement measurement, String key, Goal... goals) {
		return new Row(title, measurement, key, Kind.HIGHER, List.of(goals));
	}

	static Row lower(String title, Measurement measurement, String key, Goal... goals) {
		return new Row(title, measurement, key, Kind.LOWER, List.of(goals));
	}

	// No single run may exceed the bound.
	static Row never(String title, Measurement measurement, String key, Goal... goals) {
		return new Row(title, measurement, key, Kind.NEVER, List.of(goals));
	}

	Sample sample(Competitor competitor, Figures figures) {
		return figures.find(competitor, this.measurement, this.key);
	}

	OptionalDouble judged(Competitor competitor, Figures figures) {
		Sample sample = sample(competitor, figures);
		return (this.kind == Kind.NEVER) ? sample.max() : sample.median();
	}

	OptionalDouble bestRedisPeer(Figures figures) {
		DoubleStream peers = Stream.of(Competitor.values())
			.filter(Competitor::isRedisPeer)
			.map((peer) -> judged(peer, figures))
			.flatMapToDouble(OptionalDouble::stream);
		return (this.kind == Kind.HIGHER) ? peers.max() : peers.min();
	}

	/**
	 * How a row is judged.
	 */
	enum Kind {

		/** More is better, judged by the median. */
		HIGHER,

		/** Less is better, judged by the median. */
		LOWER,

		/** Less is better, judged by the worst run. */
		NEVER

	}

}
