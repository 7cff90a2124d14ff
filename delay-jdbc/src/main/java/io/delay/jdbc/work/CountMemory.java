// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;

import io.delay.job.JobState;

/**
 * Remembers large numbers of jobs, because it takes long to count many rows. Must be used
 * only by transactions of the store, which see what is committed. Each number is an
 * immutable value, so threads that count at the same time only replace it.
 */
public final class CountMemory {

	/** Numbers up to this are always exact. */
	public static final int LIMIT = 10_000;

	private static final Duration LEAST_AGE = Duration.ofSeconds(10);

	/** A number is used for this many times as long as it took to count. */
	private static final int COST_FACTOR = 50;

	private final Map<Key, Counted> numbers = new ConcurrentHashMap<>();

	private final LongSupplier nanoTime;

	CountMemory(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	// The limit 0 stands for none
	public Count count(String topic, JobState state, IntToLongFunction count) {
		Key key = new Key(topic, state);
		long few = count.applyAsLong(LIMIT + 1);
		if (few <= LIMIT) {
			this.numbers.remove(key);
			return new Count(few, false);
		}
		Counted known = this.numbers.get(key);
		long now = this.nanoTime.getAsLong();
		if (known != null && now - known.at() < known.usableNanos()) {
			return new Count(known.number(), true);
		}
		long number = count.applyAsLong(0);
		long end = this.nanoTime.getAsLong();
		this.numbers.put(key, new Counted(number, end, Math.max(LEAST_AGE.toNanos(), (end - now) * COST_FACTOR)));
		return new Count(number, false);
	}

	public record Count(long number, boolean estimated) {

	}

	private record Key(String topic, JobState state) {

	}

	private record Counted(long number, long at, long usableNanos) {

	}

}
