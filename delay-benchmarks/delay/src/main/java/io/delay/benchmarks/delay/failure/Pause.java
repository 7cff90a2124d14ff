// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/**
 * A time in which nothing happened in a partition.
 *
 * @param nanos its length in nanoseconds
 * @param endedAt when it ended, by {@link System#nanoTime()}
 */
record Pause(long nanos, long endedAt) {

	// The longest pause between events that ended in an interval or continues at its end.
	static Pause longest(LongStream events, long from, long to) {
		long[] sorted = LongStream.concat(events.filter((event) -> event < to), LongStream.of(to)).sorted().toArray();
		Pause longest = new Pause(0, from);
		for (int i = 1; i < sorted.length; i++) {
			if (sorted[i] > from && sorted[i] - sorted[i - 1] > longest.nanos()) {
				longest = new Pause(sorted[i] - sorted[i - 1], sorted[i]);
			}
		}
		return longest;
	}

	// The longest pause of each of some partitions.
	static List<Pause> longest(Collection<Integer> partitions, IntFunction<LongStream> events, long from, long to) {
		return partitions.stream().map((partition) -> longest(events.apply(partition), from, to)).toList();
	}

	// How long after a moment the pauses ended.
	static String ends(List<Pause> pauses, long since) {
		LongStream millis = pauses.stream().mapToLong((pause) -> (pause.endedAt() - since) / 1_000_000).sorted();
		long[] sorted = millis.toArray();
		return (sorted.length > 0) ? sorted[0] + " to " + sorted[sorted.length - 1] + " ms" : "-";
	}

	static String worst(List<Pause> pauses) {
		return pauses.stream()
			.max(Comparator.comparingLong(Pause::nanos))
			.map((pause) -> pause.nanos() / 1_000_000 + " ms")
			.orElse("-");
	}

}
