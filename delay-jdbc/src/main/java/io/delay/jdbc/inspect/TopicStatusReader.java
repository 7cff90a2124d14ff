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
import io.delay.jdbc.work.Work;
import io.delay.job.JobState;
import io.delay.store.admin.TopicStatus;
import io.delay.store.life.StoreTime;

/**
 * Reads the status of a topic.
 */
public final class TopicStatusReader {

	private TopicStatusReader() {
	}

	/**
	 * Read the status of a topic.
	 * @param work the transaction
	 * @param topic the topic
	 * @return the status
	 */
	public static TopicStatus read(Work work, String topic) {
		TopicRow row = work.tables().topics().find(work.session(), topic, false);
		TopicRow known = (row != null) ? row : TopicRow.NONE;
		return new TopicStatus(counts(work, topic), oldestReady(work, topic), known.pause(), known.dropped(),
				work.tables().consumers().count(work.session(), topic, work.time().now()));
	}

	private static Map<JobState, Long> counts(Work work, String topic) {
		StoreTime time = work.time();
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		for (JobState state : JobState.values()) {
			counts.put(state, 0L);
		}
		for (int place : Place.WAITING) {
			counts.merge(JobState.READY, count(work, JobRange.of(topic, place).to(time.reached())), Long::sum);
			counts.merge(JobState.DELAYED, count(work, JobRange.of(topic, place).behind(time.reached())), Long::sum);
		}
		counts.merge(JobState.RESERVED, count(work, JobRange.of(topic, Place.RESERVED)), Long::sum);
		counts.merge(JobState.FAILED, count(work, JobRange.of(topic, Place.FAILED)), Long::sum);
		JobTable jobs = work.tables().jobs();
		jobs.list(work.session(), JobRange.of(topic, Place.AHEAD), JobDepth.PLAIN, Lock.NONE)
			.forEach((ahead) -> counts.merge(ahead.job().state(time), 1L, Long::sum));
		return counts;
	}

	private static long count(Work work, JobRange range) {
		return work.tables().jobs().count(work.session(), range);
	}

	private static @Nullable Duration oldestReady(Work work, String topic) {
		List<@Nullable Instant> heads = work.tables()
			.jobs()
			.heads(work.session(), topic, Place.WAITING, List.of(0.0, 0.0, 0.0));
		return heads.stream()
			.filter(Objects::nonNull)
			.filter(work.time()::hasReached)
			.map(StoreTime::timeOf)
			.map((first) -> Duration.between(first, StoreTime.latest(first, work.time().now())))
			.max(Comparator.naturalOrder())
			.orElse(null);
	}

}
