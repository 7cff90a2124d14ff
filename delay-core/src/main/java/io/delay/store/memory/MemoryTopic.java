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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.admin.TopicPause;
import io.delay.store.history.HistoryLimits;

/**
 * The jobs of one topic, indexed by id, and sorted by time within each stage.
 */
final class MemoryTopic {

	/** The order of ids, the same as in Redis. */
	static final Comparator<String> BY_BYTES = Comparator.comparing((id) -> id.getBytes(StandardCharsets.UTF_8),
			Arrays::compareUnsigned);

	/** The order of jobs in a stage. */
	static final Comparator<MemoryJob> BY_SCORE_AND_ID = Comparator.comparing(MemoryJob::score)
		.thenComparing(MemoryJob::id, BY_BYTES);

	private final Map<String, MemoryJob> jobs = new HashMap<>();

	private final Map<JobPriority, NavigableSet<MemoryJob>> waiting = new EnumMap<>(JobPriority.class);

	private final NavigableSet<MemoryJob> reserved = new TreeSet<>(BY_SCORE_AND_ID);

	private final NavigableSet<MemoryJob> failed = new TreeSet<>(BY_SCORE_AND_ID);

	private @Nullable TopicPause pause;

	private final Permits permits = new Permits();

	private final MemoryCounters counters = new MemoryCounters();

	private final MemoryRuns runs;

	private int turn;

	private long dropped;

	/**
	 * Create a topic without jobs.
	 * @param history which of its finished runs are kept
	 */
	MemoryTopic(HistoryLimits history) {
		this.runs = new MemoryRuns(history);
		for (JobPriority priority : JobPriority.values()) {
			this.waiting.put(priority, new TreeSet<>(BY_SCORE_AND_ID));
		}
	}

	@Nullable MemoryJob get(String id) {
		return this.jobs.get(id);
	}

	Collection<MemoryJob> all() {
		return this.jobs.values();
	}

	NavigableSet<MemoryJob> waiting(JobPriority priority) {
		NavigableSet<MemoryJob> stage = this.waiting.get(priority);
		return (stage != null) ? stage : new TreeSet<>();
	}

	NavigableSet<MemoryJob> reserved() {
		return this.reserved;
	}

	NavigableSet<MemoryJob> failed() {
		return this.failed;
	}

	// All jobs of one state, in no particular order.
	Stream<MemoryJob> in(JobState state, StoreTime time) {
		return placed().filter((job) -> job.state(time) == state);
	}

	// All jobs, stage by stage.
	Stream<MemoryJob> placed() {
		return stages().flatMap(Collection::stream);
	}

	List<MemoryJob> heldBy(String token) {
		return this.reserved.stream().filter((job) -> job.isHeldBy(token)).toList();
	}

	/**
	 * Put a job into its stage, and remove it from its previous stage.
	 * @param job the job in its new state
	 */
	void put(MemoryJob job) {
		remove(job.id());
		this.jobs.put(job.id(), job);
		placeOf(job).add(job);
	}

	@Nullable MemoryJob remove(String id) {
		MemoryJob job = this.jobs.remove(id);
		if (job != null) {
			placeOf(job).remove(job);
		}
		return job;
	}

	private NavigableSet<MemoryJob> placeOf(MemoryJob job) {
		if (job.stage() instanceof JobStage.Waiting) {
			return waiting(job.record().priority());
		}
		return (job.stage() instanceof JobStage.Reserved) ? this.reserved : this.failed;
	}

	private Stream<NavigableSet<MemoryJob>> stages() {
		return Stream.of(waiting(JobPriority.NORMAL), waiting(JobPriority.HIGH), waiting(JobPriority.LOW),
				this.reserved, this.failed);
	}

	List<MemoryJob> runOut(StoreTime time) {
		return this.reserved.stream().takeWhile((job) -> time.hasReached(job.score())).toList();
	}

	/**
	 * Return the score of the next job that becomes ready through the passing of time
	 * alone.
	 * @return the score, or {@code null} if there is no such job
	 */
	@Nullable Instant nextEvent() {
		MemoryJob next = next();
		return (next != null) ? next.score() : null;
	}

	/**
	 * Return the job that becomes ready next through the passing of time alone.
	 * @return the job, or {@code null} if there is no such job
	 */
	@Nullable MemoryJob next() {
		return stages().filter((stage) -> stage != this.failed && !stage.isEmpty())
			.map(NavigableSet::first)
			.min(BY_SCORE_AND_ID)
			.orElse(null);
	}

	/**
	 * Return the same score as {@link #nextEvent()}, but ignore leases that have already
	 * expired.
	 * @param time the time of the transaction
	 * @return the score, or {@code null} if there is no such job
	 */
	@Nullable Instant nextEventAfter(StoreTime time) {
		Stream<MemoryJob> leases = this.reserved.stream().dropWhile((job) -> time.hasReached(job.score())).limit(1);
		Stream<MemoryJob> ready = this.waiting.values().stream().flatMap((stage) -> stage.stream().limit(1));
		return Stream.concat(leases, ready).map(MemoryJob::score).min(Comparator.naturalOrder()).orElse(null);
	}

	boolean isPaused() {
		return this.pause != null;
	}

	@Nullable TopicPause pause() {
		return this.pause;
	}

	/**
	 * Pause the topic, unless it is already paused.
	 * @param pause the start and the operator of the pause
	 * @return {@code false} if the topic was already paused
	 */
	boolean pause(TopicPause pause) {
		if (isPaused()) {
			return false;
		}
		this.pause = pause;
		return true;
	}

	/**
	 * End the pause if there is one.
	 * @return whether the topic was paused before
	 */
	boolean resume() {
		boolean changed = isPaused();
		this.pause = null;
		return changed;
	}

	MemoryCounters counters() {
		return this.counters;
	}

	Permits permits() {
		return this.permits;
	}

	MemoryRuns runs() {
		return this.runs;
	}

	int turn() {
		return this.turn;
	}

	void turn(int turn) {
		this.turn = turn;
	}

	long dropped() {
		return this.dropped;
	}

	void dropped(int jobs) {
		this.dropped += jobs;
	}

}
