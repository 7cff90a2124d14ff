// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.mark.LowWaterMarks;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.JobRange.Position;

/**
 * What this JVM remembers of topics.
 */
final class TopicMemory {

	private static final long PAUSED_NANOS = 1_000_000_000L;

	/** Topics with jobs are listed even if another instance has forgotten them. */
	private static final long KNOWN_NANOS = 10_000_000_000L;

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);

	private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

	private final Map<String, Integer> turns = new ConcurrentHashMap<>();

	private final LowWaterMarks marks = new LowWaterMarks(System::nanoTime);

	private final Map<String, Long> paused = new ConcurrentHashMap<>();

	/** How many reserves of each topic have left no ready job. */
	private final Map<String, Long> drains = new ConcurrentHashMap<>();

	/** Since when all ready jobs of topics have been locked. */
	private final Map<String, Locked> locked = new ConcurrentHashMap<>();

	/**
	 * The last job that was read of each place whose jobs an operator changes in steps.
	 */
	private final Map<JobRange, Position> steps = new ConcurrentHashMap<>();

	private final Map<String, Long> known = new ConcurrentHashMap<>();

	private final ToLongFunction<String> received;

	TopicMemory(ToLongFunction<String> received) {
		this.received = received;
	}

	LowWaterMarks marks() {
		return this.marks;
	}

	long arrivals(String topic) {
		return this.received.applyAsLong(topic);
	}

	// The turn of priorities is not shared, because a row would serialize reserves.
	int turn(String topic) {
		return this.turns.getOrDefault(topic, 0);
	}

	void turn(String topic, int turn) {
		this.turns.put(topic, turn);
	}

	boolean isKnown(String topic) {
		Long since = this.known.get(topic);
		return since != null && System.nanoTime() - since < KNOWN_NANOS;
	}

	void known(String topic) {
		this.known.put(topic, System.nanoTime());
	}

	@Nullable Long pausedAt(String topic) {
		return this.paused.get(topic);
	}

	boolean isPaused(String topic) {
		Long since = this.paused.get(topic);
		return since != null && System.nanoTime() - since < PAUSED_NANOS;
	}

	void paused(String topic, boolean isPaused) {
		if (isPaused) {
			this.paused.put(topic, System.nanoTime());
		}
		else {
			this.paused.remove(topic);
		}
	}

	long drains(String topic) {
		return this.drains.getOrDefault(topic, 0L);
	}

	void drained(String topic) {
		this.drains.merge(topic, 1L, Long::sum);
		this.locked.remove(topic);
	}

	// After as long as the jobs have been locked, so that the pauses double
	Duration pause(String topic, List<Instant> heads) {
		long now = System.nanoTime();
		Locked present = this.locked.compute(topic,
				(key, before) -> (before != null && before.heads().equals(heads)) ? before : new Locked(heads, now));
		Duration elapsed = Duration.ofNanos(Math.max(now - present.since(), SHORTEST_PAUSE.toNanos()));
		return (elapsed.compareTo(LONGEST_PAUSE) < 0) ? elapsed : LONGEST_PAUSE;
	}

	// There are probably no jobs before these. Their entries of the index can remain for
	// a long time
	Map<JobRange, Position> steps() {
		return this.steps;
	}

	void storeAgain(String topic) {
		this.known.remove(topic);
	}

	void forget(String topic) {
		this.known.remove(topic);
		this.marks.forget(topic);
		this.turns.remove(topic);
		this.paused.remove(topic);
		this.drains.remove(topic);
		this.locked.remove(topic);
		this.steps.keySet().removeIf((place) -> place.topic().equals(topic));
	}

	private record Locked(List<Instant> heads, long since) {

	}

}
