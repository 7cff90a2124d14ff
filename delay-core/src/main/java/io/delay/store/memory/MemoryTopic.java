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

package io.delay.store.memory;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The jobs of one topic: by id, and those that time alone makes ready by time.
 */
final class MemoryTopic {

	private static final Comparator<String> BY_BYTES = Comparator.comparing((id) -> id.getBytes(StandardCharsets.UTF_8),
			Arrays::compareUnsigned);

	private static final Comparator<MemoryJob> BY_TIME_AND_ID = Comparator.comparing(MemoryJob::time)
		.thenComparing(MemoryJob::id, BY_BYTES);

	private final Map<String, MemoryJob> jobs = new HashMap<>();

	private final NavigableSet<MemoryJob> waiting = new TreeSet<>(BY_TIME_AND_ID);

	private final NavigableSet<MemoryJob> reserved = new TreeSet<>(BY_TIME_AND_ID);

	@Nullable MemoryJob get(String id) {
		return this.jobs.get(id);
	}

	Collection<MemoryJob> all() {
		return this.jobs.values();
	}

	List<MemoryJob> heldBy(String token) {
		return this.reserved.stream().filter((job) -> job.isHeldBy(token)).toList();
	}

	/**
	 * Put the job in its place, and out of the one where it was.
	 * @param job the job as it is from now on
	 */
	void put(MemoryJob job) {
		remove(job.id());
		this.jobs.put(job.id(), job);
		if (job.place() instanceof Place.Waiting) {
			this.waiting.add(job);
		}
		else if (job.place() instanceof Place.Reserved) {
			this.reserved.add(job);
		}
	}

	@Nullable MemoryJob remove(String id) {
		MemoryJob job = this.jobs.remove(id);
		if (job != null) {
			this.waiting.remove(job);
			this.reserved.remove(job);
		}
		return job;
	}

	List<MemoryJob> firstReady(int limit, StoreTime time) {
		return first(this.waiting, limit, time);
	}

	List<MemoryJob> firstRunOut(int limit, StoreTime time) {
		return first(this.reserved, limit, time);
	}

	/**
	 * The time of the next job that time alone makes ready.
	 * @return the time, or {@code null} if there is no such job
	 */
	@Nullable Instant nextEvent() {
		return Stream.of(this.waiting, this.reserved)
			.filter((place) -> !place.isEmpty())
			.map((place) -> place.first().time())
			.min(Comparator.naturalOrder())
			.orElse(null);
	}

	private static List<MemoryJob> first(NavigableSet<MemoryJob> place, int limit, StoreTime time) {
		return place.stream().limit(limit).takeWhile((job) -> time.hasReached(job.time())).toList();
	}

}
