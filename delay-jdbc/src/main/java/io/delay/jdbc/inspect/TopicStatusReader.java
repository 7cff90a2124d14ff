// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.table.JobColumns;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.JobTable.Lock;
import io.delay.jdbc.table.Place;
import io.delay.jdbc.table.TopicTable.TopicRow;
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

	public TopicStatusReader(Work work, String topic) {
		this.work = work;
		this.topic = topic;
	}

	// Counts all jobs if there is no memory of the numbers that took long to count
	public TopicStatus read(@Nullable CountMemory memory) {
		TopicRow row = this.work.tables().topics().find(this.work.session(), this.topic, false);
		TopicRow known = (row != null) ? row : TopicRow.NONE;
		Map<JobState, Long> counts = ahead();
		boolean estimated = false;
		for (JobState state : JobState.values()) {
			CountMemory.Count count = (memory != null)
					? memory.count(this.topic, state, (limit) -> countStored(state, limit))
					: new CountMemory.Count(countStored(state, 0), false);
			counts.merge(state, count.number(), Long::sum);
			estimated |= count.estimated();
		}
		return new TopicStatus(counts, oldestReady(), known.pause(), known.dropped(),
				this.work.tables().consumers().count(this.work.session(), this.topic, this.work.time().now()),
				List.of(), estimated);
	}

	public long count(JobState state) {
		return ahead().getOrDefault(state, 0L) + countStored(state, 0);
	}

	// The limit 0 stands for none
	private long countStored(JobState state, int limit) {
		return JobRange.of(this.topic, state, this.work.time().now())
			.stream()
			.mapToLong((range) -> this.work.tables().jobs().count(this.work.session(), range.first(limit)))
			.sum();
	}

	// The jobs that are held ahead
	private Map<JobState, Long> ahead() {
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		this.work.tables()
			.jobs()
			.list(this.work.session(), JobRange.of(this.topic, Place.AHEAD), JobColumns.PLAIN, Lock.NONE)
			.forEach((ahead) -> counts.merge(ahead.job().state(this.work.time()), 1L, Long::sum));
		return counts;
	}

	private @Nullable Duration oldestReady() {
		List<@Nullable Instant> heads = this.work.tables()
			.jobs()
			.heads(this.work.session(), Place.WAITING.stream().map((place) -> JobRange.of(this.topic, place)).toList());
		return heads.stream()
			.filter(Objects::nonNull)
			.filter(this.work.time()::isPast)
			.map((first) -> Duration.between(first, StoreTime.latest(first, this.work.time().now())))
			.max(Comparator.naturalOrder())
			.orElse(null);
	}

}
