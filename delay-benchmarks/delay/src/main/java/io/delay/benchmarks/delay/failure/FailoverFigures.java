// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.delay.benchmarks.delay.failure.LoadJournal.Call;
import io.delay.benchmarks.delay.failure.LoadJournal.Submit;
import io.delay.benchmarks.delay.failure.LoadJournal.SubmitOutcome;

/**
 * How long a failure had effects, on the failed node and on others.
 */
final class FailoverFigures {

	/**
	 * The time until the acknowledgement of a job that was handled just before has
	 * reached the replica.
	 */
	private static final long SHORTLY_NANOS = 500_000_000;

	private final LoadTopic topic;

	private final Set<Integer> struck;

	private final Set<Integer> others;

	private final Moments moments;

	private final Map<Integer, List<Submit>> submits;

	private final Map<Integer, List<Call>> calls;

	FailoverFigures(LoadJournal journal, LoadTopic topic, Set<Integer> struck, Moments moments) {
		this.topic = topic;
		this.struck = struck;
		this.others = IntStream.range(0, topic.partitions())
			.boxed()
			.filter((partition) -> !struck.contains(partition))
			.collect(Collectors.toSet());
		this.moments = moments;
		this.submits = journal.submits()
			.stream()
			.filter((submit) -> submit.endedAt() > moments.loadedAt())
			.collect(Collectors.groupingBy((submit) -> topic.partition(submit.id())));
		this.calls = journal.calls()
			.stream()
			.filter((call) -> call.startedAt() > moments.loadedAt())
			.collect(Collectors.groupingBy((call) -> topic.partition(call.id())));
	}

	void print(LoadOutcome outcome, PrintStream out) {
		if (!outcome.lost().isEmpty()) {
			LongStream ends = outcome.lost().stream().mapToLong((submit) -> this.moments.killedAt() - submit.endedAt());
			long strange = outcome.lost().stream().filter((submit) -> !isStruck(submit.id())).count();
			out.printf("the lost were confirmed up to %d ms before the kill; %d of them on other masters%n",
					ends.max().orElse(0) / 1_000_000, strange);
		}
		printDoubles(outcome, out);
		out.printf("struck partitions: after the kill submits succeed again at %s, jobs are handled at %s%n",
				Pause.ends(pauses(this.struck, this::confirmed), this.moments.killedAt()),
				Pause.ends(pauses(this.struck, this::handled), this.moments.killedAt()));
		printPauses("other partitions before the fault", this.others, this.moments.loadedAt(), this.moments.troubleAt(),
				out);
		printPauses("other partitions since the fault", this.others, this.moments.troubleAt(), this.moments.goneOnAt(),
				out);
	}

	private List<Pause> pauses(Set<Integer> partitions, IntFunction<LongStream> events) {
		return Pause.longest(partitions, events, this.moments.troubleAt(), this.moments.goneOnAt());
	}

	void printDoubles(LoadOutcome outcome, PrintStream out) {
		long handledAgainAt = pauses(this.struck, this::handled).stream().mapToLong(Pause::endedAt).max().orElse(0);
		List<List<Call>> unexplained = outcome.doubles()
			.values()
			.stream()
			.filter((calls) -> !isExplained(calls, handledAgainAt))
			.toList();
		out.printf("doubles: %d, of which %d were under way at the fault%n", outcome.doubles().size(),
				outcome.doubles().size() - unexplained.size());
		unexplained.stream().limit(10).forEach((calls) -> out.println("  unexplained: " + describe(calls)));
	}

	void printPauses(String what, Set<Integer> partitions, long from, long to, PrintStream out) {
		out.printf("%s: slowest submit %d ms, longest pause of submits %s, of handlers %s%n", what,
				slowestSubmit(partitions, from, to), Pause.worst(Pause.longest(partitions, this::confirmed, from, to)),
				Pause.worst(Pause.longest(partitions, this::handled, from, to)));
		long[] lateness = partitions.stream()
			.flatMap((partition) -> this.calls.getOrDefault(partition, List.of()).stream())
			.filter((call) -> call.startedAt() > from && call.startedAt() < to)
			.mapToLong(Call::latenessMicros)
			.sorted()
			.toArray();
		if (lateness.length > 0) {
			out.printf(Locale.ROOT, "%s: %.0f jobs handled a second, lateness p50 %.1f ms, p99 %.1f ms, max %.1f ms%n",
					what, lateness.length * 1e9 / (to - from), lateness[lateness.length / 2] / 1e3,
					lateness[lateness.length * 99 / 100] / 1e3, lateness[lateness.length - 1] / 1e3);
		}
	}

	private LongStream confirmed(int partition) {
		return this.submits.getOrDefault(partition, List.of())
			.stream()
			.filter((submit) -> submit.outcome() == SubmitOutcome.CONFIRMED)
			.mapToLong(Submit::endedAt);
	}

	private LongStream handled(int partition) {
		return this.calls.getOrDefault(partition, List.of()).stream().mapToLong(Call::startedAt);
	}

	private long slowestSubmit(Set<Integer> partitions, long from, long to) {
		return partitions.stream()
			.flatMap((partition) -> this.submits.getOrDefault(partition, List.of()).stream())
			.filter((submit) -> submit.endedAt() > from && submit.startedAt() < to)
			.mapToLong((submit) -> submit.endedAt() - submit.startedAt())
			.max()
			.orElse(0) / 1_000_000;
	}

	private boolean isStruck(String id) {
		return this.struck.contains(this.topic.partition(id));
	}

	// Its acknowledgement may have been lost, or the lease with which it was sent.
	private boolean isExplained(List<Call> calls, long goneOnAt) {
		long first = calls.stream().mapToLong(Call::startedAt).min().orElseThrow();
		return isStruck(calls.get(0).id()) && first > this.moments.troubleAt() - SHORTLY_NANOS && first <= goneOnAt;
	}

	private String describe(List<Call> calls) {
		return (isStruck(calls.get(0).id()) ? "struck " : "other ") + calls.stream()
			.sorted(Comparator.comparingLong(Call::startedAt))
			.map((call) -> call.id() + " attempt " + call.attempt() + " at "
					+ (call.startedAt() - this.moments.killedAt()) / 1_000_000 + " ms")
			.collect(Collectors.joining(", "));
	}

	/**
	 * The times of the events, by {@link System#nanoTime()}.
	 *
	 * @param loadedAt when the load had begun
	 * @param troubleAt when the fault began
	 * @param killedAt when the master had been killed
	 * @param goneOnAt when all partitions had recovered
	 */
	record Moments(long loadedAt, long troubleAt, long killedAt, long goneOnAt) {

	}

}
