/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.jdbc.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;

import io.delay.jdbc.table.JobRange;

/**
 * Remembers large numbers of jobs, because a database takes the longer to count rows the
 * more there are. Each number is an immutable value, so threads that count at the same
 * time only replace it.
 */
public final class CountMemory {

	/** Numbers up to this are always exact. */
	public static final int LIMIT = 10_000;

	private static final Duration LEAST_AGE = Duration.ofSeconds(10);

	/** A database spends at most one part of this many on counting. */
	private static final int PARTS = 50;

	private final Map<Key, Counted> numbers = new ConcurrentHashMap<>();

	/**
	 * Count jobs, or return an earlier number if there are many of them.
	 * @param range the range of jobs
	 * @param isReady whether the range has the ready jobs of its place, which differ from
	 * the delayed ones
	 * @param count counts jobs up to a limit, 0 for no limit
	 * @return the number
	 */
	public Count count(JobRange range, boolean isReady, IntToLongFunction count) {
		Key key = new Key(range.topic(), range.place(), isReady);
		long few = count.applyAsLong(LIMIT + 1);
		if (few <= LIMIT) {
			this.numbers.remove(key);
			return new Count(few, false);
		}
		Counted known = this.numbers.get(key);
		long now = System.nanoTime();
		if (known != null && now - known.at() < known.usableNanos()) {
			return new Count(known.number(), true);
		}
		long number = count.applyAsLong(0);
		long end = System.nanoTime();
		this.numbers.put(key, new Counted(number, end, Math.max(LEAST_AGE.toNanos(), (end - now) * PARTS)));
		return new Count(number, false);
	}

	/**
	 * A number of jobs.
	 *
	 * @param number the number
	 * @param estimated whether it is an earlier number
	 */
	public record Count(long number, boolean estimated) {

	}

	private record Key(String topic, int place, boolean isReady) {

	}

	private record Counted(long number, long at, long usableNanos) {

	}

}
