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

package io.delay.jdbc.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.table.JobDepth;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.JobTable;
import io.delay.jdbc.table.JobTable.Lock;
import io.delay.jdbc.table.Place;
import io.delay.jdbc.table.TopicRow;
import io.delay.jdbc.work.CountMemory;
import io.delay.jdbc.work.Work;
import io.delay.job.JobState;
import io.delay.store.admin.TopicStatus;
import io.delay.store.life.StoreTime;

/**
 * Reads the status of a topic.
 */
public final class TopicStatusReader {

	private final Work work;

	private final String topic;

	/** The state whose jobs are counted now, {@code null} for estimates of all states. */
	private final @Nullable JobState exact;

	private final Map<JobState, Long> counts = new EnumMap<>(JobState.class);

	private boolean estimated;

	private TopicStatusReader(Work work, String topic, @Nullable JobState exact) {
		this.work = work;
		this.topic = topic;
		this.exact = exact;
	}

	/**
	 * Read the status of a topic.
	 * @param work the transaction
	 * @param topic the topic
	 * @return the status
	 */
	public static TopicStatus read(Work work, String topic) {
		return new TopicStatusReader(work, topic, null).read();
	}

	/**
	 * Count the jobs of one state, however many there are.
	 * @param work the transaction
	 * @param topic the topic
	 * @param state the state
	 * @return the number
	 */
	public static long count(Work work, String topic, JobState state) {
		TopicStatusReader reader = new TopicStatusReader(work, topic, state);
		reader.count();
		return Objects.requireNonNull(reader.counts.get(state));
	}

	private TopicStatus read() {
		TopicRow row = this.work.tables().topics().find(this.work.session(), this.topic, false);
		TopicRow known = (row != null) ? row : TopicRow.NONE;
		count();
		return new TopicStatus(this.counts, oldestReady(), known.pause(), known.dropped(),
				this.work.tables().consumers().count(this.work.session(), this.topic, this.work.time().now()),
				List.of(), this.estimated);
	}

	private void count() {
		StoreTime time = this.work.time();
		for (JobState state : JobState.values()) {
			this.counts.put(state, 0L);
		}
		for (int place : Place.WAITING) {
			count(JobState.READY, JobRange.of(this.topic, place).to(time.reached()));
			count(JobState.DELAYED, JobRange.of(this.topic, place).behind(time.reached()));
		}
		count(JobState.RESERVED, JobRange.of(this.topic, Place.RESERVED));
		count(JobState.FAILED, JobRange.of(this.topic, Place.FAILED));
		JobTable jobs = this.work.tables().jobs();
		jobs.list(this.work.session(), JobRange.of(this.topic, Place.AHEAD), JobDepth.PLAIN, Lock.NONE)
			.forEach((ahead) -> this.counts.merge(ahead.job().state(time), 1L, Long::sum));
	}

	private void count(JobState state, JobRange range) {
		if (this.exact == null) {
			CountMemory.Count count = this.work.memorizedCounts()
				.count(range, state == JobState.READY, (limit) -> count(range.first(limit)));
			this.counts.merge(state, count.number(), Long::sum);
			this.estimated |= count.estimated();
		}
		else if (this.exact == state) {
			this.counts.merge(state, count(range), Long::sum);
		}
	}

	private long count(JobRange range) {
		return this.work.tables().jobs().count(this.work.session(), range);
	}

	private @Nullable Duration oldestReady() {
		List<@Nullable Instant> heads = this.work.tables()
			.jobs()
			.heads(this.work.session(), this.topic, Place.WAITING, List.of(0.0, 0.0, 0.0));
		return heads.stream()
			.filter(Objects::nonNull)
			.filter(this.work.time()::hasReached)
			.map(StoreTime::timeOf)
			.map((first) -> Duration.between(first, StoreTime.latest(first, this.work.time().now())))
			.max(Comparator.naturalOrder())
			.orElse(null);
	}

}
