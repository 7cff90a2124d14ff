// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.TopicPause;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.life.JobAdministration;
import io.delay.store.life.JobStage;
import io.delay.store.life.Permits;
import io.delay.store.life.ReservableJobs;
import io.delay.store.life.StagedJob;
import io.delay.store.life.StoreTime;
import io.delay.store.throughput.JobCounts;

/**
 * The jobs of one topic, indexed by id, and sorted by time within each stage.
 */
final class MemoryTopic implements ReservableJobs {

	// The order of ids, the same as in Redis.
	static final Comparator<String> BY_BYTES = Comparator.comparing((id) -> id.getBytes(StandardCharsets.UTF_8),
			Arrays::compareUnsigned);

	static final Comparator<StagedJob> BY_SCORE_AND_ID = Comparator.comparing(StagedJob::score)
		.thenComparing(StagedJob::id, BY_BYTES);

	private final Map<String, StagedJob> jobs = new HashMap<>();

	private final Map<JobPriority, NavigableSet<StagedJob>> waiting = new EnumMap<>(JobPriority.class);

	private final NavigableSet<StagedJob> isolated = new TreeSet<>(BY_SCORE_AND_ID);

	private final NavigableSet<StagedJob> handling = new TreeSet<>(BY_SCORE_AND_ID);

	private final NavigableSet<StagedJob> reserved = new TreeSet<>(BY_SCORE_AND_ID);

	private final NavigableSet<StagedJob> failed = new TreeSet<>(BY_SCORE_AND_ID);

	private @Nullable TopicPause pause;

	private @Nullable Instant resumedAt;

	private final Permits permits = new Permits();

	private final MemoryCounters counters = new MemoryCounters();

	private final MemoryRuns runs;

	private int turn;

	private long dropped;

	MemoryTopic(HistoryLimits history) {
		this.runs = new MemoryRuns(history);
		for (JobPriority priority : JobPriority.values()) {
			this.waiting.put(priority, new TreeSet<>(BY_SCORE_AND_ID));
		}
	}

	@Override
	public @Nullable StagedJob get(String id) {
		return this.jobs.get(id);
	}

	Collection<StagedJob> all() {
		return this.jobs.values();
	}

	NavigableSet<StagedJob> waiting(JobPriority priority) {
		NavigableSet<StagedJob> stage = this.waiting.get(priority);
		return (stage != null) ? stage : new TreeSet<>();
	}

	NavigableSet<StagedJob> reserved() {
		return this.reserved;
	}

	NavigableSet<StagedJob> failed() {
		return this.failed;
	}

	// All jobs of one state, in no particular order.
	Stream<StagedJob> in(JobState state, StoreTime time) {
		return placed().filter((job) -> job.state(time) == state);
	}

	Stream<StagedJob> placed() {
		return stages().flatMap(Collection::stream);
	}

	List<StagedJob> heldBy(String token) {
		return this.reserved.stream().filter((job) -> job.isHeldBy(token)).toList();
	}

	@Override
	public void put(StagedJob job) {
		remove(job.id());
		this.jobs.put(job.id(), job);
		placeOf(job).add(job);
	}

	@Override
	public void remove(StagedJob job) {
		remove(job.id());
	}

	private void remove(String id) {
		StagedJob job = this.jobs.remove(id);
		if (job != null) {
			placeOf(job).remove(job);
		}
	}

	private NavigableSet<StagedJob> placeOf(StagedJob job) {
		if (job.stage() instanceof JobStage.Waiting) {
			return waiting(job.record().priority());
		}
		if (job.stage() instanceof JobStage.Isolated) {
			return this.isolated;
		}
		if (job.stage() instanceof JobStage.Handling) {
			return this.handling;
		}
		return (job.stage() instanceof JobStage.Reserved) ? this.reserved : this.failed;
	}

	private Stream<NavigableSet<StagedJob>> stages() {
		return Stream.concat(queues(), Stream.of(this.reserved, this.failed));
	}

	Stream<NavigableSet<StagedJob>> queues() {
		return Stream.of(waiting(JobPriority.NORMAL), waiting(JobPriority.HIGH), waiting(JobPriority.LOW),
				this.isolated, this.handling);
	}

	@Override
	public Iterator<StagedJob> expired(StoreTime time) {
		return this.reserved.stream().takeWhile((job) -> time.isPast(job.score())).toList().iterator();
	}

	@Override
	public List<StagedJob> ready(JobPriority priority, int limit, StoreTime time) {
		return waiting(priority).stream().limit(limit).takeWhile((job) -> time.isPast(job.score())).toList();
	}

	@Override
	public List<StagedJob> upcoming(JobPriority priority, Instant horizon, int limit, StoreTime time) {
		return waiting(priority).stream()
			.dropWhile((job) -> time.isPast(job.score()))
			.takeWhile((job) -> !job.score().isAfter(horizon))
			.limit(limit)
			.toList();
	}

	@Override
	public long payloadBytes(StagedJob job) {
		return job.record().payload().length;
	}

	List<StagedJob> oldestFailed(int limit) {
		return this.failed.stream().limit(limit).toList();
	}

	int dropFailed(JobAdministration administration, FailedRetention retention, int limit) {
		Integer maxCount = retention.maxCount();
		int tooMany = (maxCount != null) ? this.failed.size() - maxCount : 0;
		List<StagedJob> dropped = new ArrayList<>();
		for (StagedJob job : oldestFailed(JobAdministration.checkLimit(limit))) {
			if (dropped.size() < tooMany || administration.isTooOld(job, retention)) {
				dropped.add(job);
			}
		}
		this.dropped += dropped.size();
		return administration.drop(dropped);
	}

	@Override
	public @Nullable Instant nextEvent() {
		return stages().filter((stage) -> stage != this.failed && stage != this.isolated && stage != this.handling)
			.flatMap((stage) -> stage.stream().limit(1))
			.map(StagedJob::score)
			.min(Comparator.naturalOrder())
			.orElse(null);
	}

	// The job that becomes ready next through the passing of time alone.
	@Nullable StagedJob next() {
		return stages().filter((stage) -> stage != this.failed && !stage.isEmpty())
			.map(NavigableSet::first)
			.min(BY_SCORE_AND_ID)
			.orElse(null);
	}

	@Override
	public List<StagedJob> isolated(int limit, StoreTime time) {
		return this.isolated.stream().takeWhile((job) -> time.isPast(job.score())).limit(limit).toList();
	}

	@Override
	public List<StagedJob> handling(int limit, Instant until) {
		return this.handling.stream().takeWhile((job) -> !job.score().isAfter(until)).limit(limit).toList();
	}

	@Override
	public @Nullable Instant nextIsolated(StoreTime time) {
		return this.isolated.stream()
			.map(StagedJob::score)
			.dropWhile((score) -> time.isPast(score))
			.findFirst()
			.orElse(null);
	}

	@Override
	public @Nullable Instant nextHandling() {
		return this.handling.isEmpty() ? null : this.handling.first().score();
	}

	@Override
	public @Nullable Instant resumedAt() {
		return this.resumedAt;
	}

	NavigableSet<StagedJob> isolated() {
		return this.isolated;
	}

	NavigableSet<StagedJob> handling() {
		return this.handling;
	}

	@Override
	public boolean isPaused() {
		return this.pause != null;
	}

	@Nullable TopicPause pause() {
		return this.pause;
	}

	// Returns false if the topic was already paused.
	boolean pause(TopicPause pause) {
		if (isPaused()) {
			return false;
		}
		this.pause = pause;
		return true;
	}

	boolean resume(Instant now) {
		boolean changed = isPaused();
		this.pause = null;
		this.resumedAt = changed ? now : this.resumedAt;
		return changed;
	}

	MemoryCounters counters() {
		return this.counters;
	}

	@Override
	public Permits permits() {
		return this.permits;
	}

	MemoryRuns runs() {
		return this.runs;
	}

	@Override
	public int turn() {
		return this.turn;
	}

	@Override
	public void turn(int turn) {
		this.turn = turn;
	}

	long dropped() {
		return this.dropped;
	}

	@Override
	public void count(JobCounts counts, StoreTime time) {
		this.counters.count(counts, time);
	}

	@Override
	public void keep(FinishedRun run) {
		this.runs.keep(run);
	}

	@Override
	public boolean isHistoryKept() {
		return this.runs.isOn();
	}

}
