// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.mark.Heads;
import io.delay.jdbc.table.JobColumns;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.JobRange.Position;
import io.delay.jdbc.table.JobRow;
import io.delay.jdbc.table.JobTable.Lock;
import io.delay.jdbc.table.Place;
import io.delay.jdbc.table.TopicTable.TopicHeads;
import io.delay.jdbc.table.TopicTable.TopicRow;
import io.delay.job.JobPriority;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.history.FinishedRun;
import io.delay.store.life.JobTransitions;
import io.delay.store.life.Permits;
import io.delay.store.life.ReservableJobs;
import io.delay.store.life.Reservation;
import io.delay.store.life.StagedJob;
import io.delay.store.life.StoreTime;
import io.delay.store.throughput.JobCounts;

/**
 * Reserves jobs of one topic. Rows that other transactions have locked are skipped.
 */
public final class ReservableWork implements ReservableJobs {

	/** When to look again for permits that another transaction has locked. */
	private static final Duration LOCKED_PAUSE = Duration.ofMillis(10);

	/** More leases that have expired than a reserve looks at without delivering jobs. */
	private static final int UNDELIVERED = 100;

	private static final int USUAL = Place.of(JobPriority.NORMAL);

	private final Work work;

	private final TopicWork topic;

	private final TopicMemory memory;

	private final TopicRow row;

	private final boolean arePermitsLocked;

	/** False if the permits are needed, but could not be locked. */
	private final boolean isReservable;

	private final Permits permits;

	private final List<BuriedJob> buried = new ArrayList<>();

	private final int mostExpired;

	/** The highest score of the jobs to hold ahead, or the present time. */
	private final Instant horizon;

	/** The lowest score behind the horizon of the jobs of the usual priority. */
	private final @Nullable Instant behind;

	/** The rows up to the horizon that are not ready, by place. */
	private final Map<Integer, List<JobRow>> upcoming = new HashMap<>();

	/** The lowest score that follows the rows that were read, by place. */
	private final Map<Integer, @Nullable Instant> following = new HashMap<>();

	/** The places that must be read. */
	private final Set<Integer> unclear = new TreeSet<>();

	private Heads heads;

	private ReservableWork(Work work, ReserveRequest request, TopicMemory memory, boolean sweeping) {
		this.work = work;
		this.topic = work.topic(request.topic());
		this.memory = memory;
		this.mostExpired = request.limit() + UNDELIVERED;
		Instant now = work.time().now();
		this.horizon = (request.lookAhead().isNone() || work.time().isBehind()) ? now
				: now.plus(request.lookAhead().window());
		HeadReader reader = new HeadReader(work, memory, request.topic(), false, sweeping);
		TopicHeads read = work.tables()
			.topics()
			.find(work.session(), request.topic(), work.tables().jobs(), ranges(reader));
		Iterator<@Nullable Instant> scores = read.scores().iterator();
		this.heads = reader.heads(scores);
		this.behind = scores.next();
		Heads found = this.heads;
		// Not the next ones, below which there can be jobs that are locked
		work.afterwards(() -> reader.committed(found));
		this.arePermitsLocked = request.terms().rateLimit() != null && !this.heads.reached(this.horizon).isEmpty();
		TopicRow present = find(request.topic(), read.row());
		this.isReservable = present != null;
		this.row = (present != null) ? present : TopicRow.NONE;
		this.permits = new Permits(this.row.permits());
	}

	private List<JobRange> ranges(HeadReader reader) {
		return Stream
			.concat(reader.ranges().stream(), Stream.of(JobRange.of(this.topic.topic(), USUAL).behind(this.horizon)))
			.toList();
	}

	// Null if the permits are needed, and another transaction has locked them or they are
	// not stored
	private @Nullable TopicRow find(String topic, @Nullable TopicRow read) {
		if (read == null) {
			this.memory.storeAgain(topic);
		}
		if (this.arePermitsLocked) {
			return this.work.tables().topics().find(this.work.session(), topic, true);
		}
		return (read != null) ? read : TopicRow.NONE;
	}

	public static ReserveResult reserve(Works works, ReserveRequest request) {
		works.used(List.of(request.topic()));
		return works
			.repeatable((work) -> new ReservableWork(work, request, works.memory(), !works.isWatched(request.topic()))
				.reserve(request));
	}

	private ReserveResult reserve(ReserveRequest request) {
		if (!this.isReservable) {
			return new ReserveResult(List.of(), LOCKED_PAUSE, List.of(), false);
		}
		this.memory.paused(request.topic(), isPaused());
		ReserveResult result = new Reservation(this, request, this.work.transaction()).make();
		this.work.flush();
		Instant next = this.heads.first();
		if (next == null || !this.work.time().isPast(next)) {
			this.work.afterwards(() -> this.memory.drained(request.topic()));
		}
		if (this.permits.complete() != this.row.permits() && mayWritePermits(request.topic())) {
			this.work.tables().topics().permits(this.work.session(), request.topic(), this.permits.complete());
		}
		return withPayloads(result);
	}

	// A smaller limit or a clock that was set back changes permits that were not used
	private boolean mayWritePermits(String topic) {
		TopicRow present = this.arePermitsLocked ? this.row
				: this.work.tables().topics().find(this.work.session(), topic, true);
		return present != null && present.permits() == this.row.permits();
	}

	private ReserveResult withPayloads(ReserveResult result) {
		Duration next = result.nextEvent();
		this.buried.addAll(result.buried());
		if (result.jobs().isEmpty()) {
			boolean locked = Duration.ZERO.equals(next) && this.topic.written().isEmpty();
			return new ReserveResult(List.of(), locked ? untilNext() : next, this.buried, result.isolatedLeft());
		}
		Map<String, byte[]> payloads = new HashMap<>(this.topic.payloads());
		payloads.putAll(this.work.tables()
			.jobs()
			.payloads(this.work.session(), this.topic.topic(),
					TopicWork.sorted(result.jobs()
						.stream()
						.map((job) -> job.lease().id())
						.filter((id) -> !payloads.containsKey(id))
						.toList())));
		List<ReservedJob> jobs = new ArrayList<>();
		for (ReservedJob job : result.jobs()) {
			byte[] payload = Objects.requireNonNull(payloads.get(job.lease().id()));
			jobs.add(new ReservedJob(job.lease(), job.terms(), job.dueTime(), job.visibleSince(),
					job.record().withPayload(payload), job.startIn(), job.revocable()));
		}
		return new ReserveResult(jobs, next, this.buried, result.isolatedLeft());
	}

	// Other transactions have locked all jobs that are ready
	private Duration untilNext() {
		StoreTime time = this.work.time();
		Duration pause = this.memory.pause(this.topic.topic(), this.heads.reached(time.now()));
		Instant next = Stream.concat(this.heads.scores().values().stream(), Stream.ofNullable(this.behind))
			.filter((score) -> !time.isPast(score))
			.min(Comparator.naturalOrder())
			.orElse(null);
		return (next != null && time.until(next).compareTo(pause) < 0) ? time.until(next) : pause;
	}

	@Override
	public Iterator<StagedJob> expired(StoreTime time) {
		return Place.LEASED.stream()
			.flatMap((place) -> queued(place, this.mostExpired, time.now()).stream())
			.sorted(Comparator.comparing(Position::of))
			.iterator();
	}

	@Override
	public List<StagedJob> ready(JobPriority priority, int limit, StoreTime time) {
		int place = Place.of(priority);
		if (limit <= 0 || !this.heads.hasReached(place, this.horizon)) {
			return List.of();
		}
		List<JobRow> rows = rows(range(place).to(this.horizon).first(limit), JobColumns.PLAIN);
		if (place != USUAL || rows.size() == limit) {
			this.unclear.add(place);
		}
		// Otherwise the head is locked, and stays the next event. The next reserve finds
		// other jobs that are locked
		else if (!rows.isEmpty() && rows.get(0).job().score().equals(this.heads.of(place))) {
			this.following.put(place, this.behind);
		}
		Map<Boolean, List<JobRow>> parts = rows.stream()
			.collect(Collectors.partitioningBy((row) -> time.isPast(row.job().score())));
		this.upcoming.put(place, Objects.requireNonNull(parts.get(false)));
		List<JobRow> ready = Objects.requireNonNull(parts.get(true));
		return readable(ready);
	}

	// Read together with those that are ready
	@Override
	public List<StagedJob> upcoming(JobPriority priority, Instant horizon, int limit, StoreTime time) {
		return this.topic.add(this.upcoming.getOrDefault(Place.of(priority), List.of())
			.stream()
			.filter(JobRow::isReadable)
			.limit(limit)
			.toList());
	}

	// All jobs of a place that has a head
	private JobRange range(int place) {
		return JobRange.of(this.topic.topic(), place).from(Objects.requireNonNull(this.heads.of(place)).toEpochMilli());
	}

	private List<JobRow> rows(JobRange range, JobColumns depth) {
		return this.work.tables().jobs().list(this.work.session(), range, depth, Lock.SKIP);
	}

	@Override
	public long payloadBytes(StagedJob job) {
		return this.topic.size(job.id());
	}

	@Override
	public int turn() {
		return this.memory.turn(this.topic.topic());
	}

	@Override
	public void turn(int turn) {
		this.memory.turn(this.topic.topic(), turn);
	}

	@Override
	public Permits permits() {
		return this.permits;
	}

	@Override
	public @Nullable Instant nextEvent() {
		this.work.flush();
		List<JobRange> ranges = this.unclear.stream().map(this::range).toList();
		if (!ranges.isEmpty()) {
			Iterator<@Nullable Instant> found = this.work.tables().jobs().heads(this.work.session(), ranges).iterator();
			this.unclear.forEach((place) -> this.following.put(place, found.next()));
		}
		Map<Integer, Instant> next = new HashMap<>(this.heads.scores());
		this.following.forEach((place, score) -> next.compute(place, (key, head) -> score));
		this.upcoming.forEach((place, rows) -> rows.stream()
			.map(JobRow::job)
			.filter((job) -> this.topic.get(job.id()) == null || this.topic.get(job.id()) == job)
			.forEach((job) -> next.merge(place, job.score(), Heads::earlier)));
		this.topic.written().forEach((place, score) -> next.merge(place, Instant.ofEpochMilli(score), Heads::earlier));
		this.heads = new Heads(next);
		return this.heads.first();
	}

	@Override
	public List<StagedJob> isolated(int limit, StoreTime time) {
		return queued(Place.ISOLATED, limit, time.now());
	}

	@Override
	public List<StagedJob> handling(int limit, Instant until) {
		return queued(Place.HANDLING, limit, until);
	}

	private List<StagedJob> queued(int place, int limit, Instant until) {
		if (limit <= 0 || !this.heads.hasReached(place, until)) {
			return List.of();
		}
		this.unclear.add(place);
		return readable(rows(range(place).to(until).first(limit), JobColumns.DETAILS));
	}

	// Buries the others, so that they do not block these. What cannot be read stays
	// unchanged
	private List<StagedJob> readable(List<JobRow> rows) {
		JobTransitions transitions = new JobTransitions(this.topic, this.work.transaction());
		for (JobRow row : rows) {
			FailureReason problem = row.problem();
			if (problem != null) {
				this.topic.load(List.of(row.job().id()), JobColumns.DETAILS);
				this.buried.add(transitions.bury(Objects.requireNonNull(this.topic.get(row.job().id())), problem));
			}
		}
		return this.topic.add(rows.stream().filter(JobRow::isReadable).toList());
	}

	@Override
	public @Nullable Instant nextIsolated(StoreTime time) {
		Instant head = this.heads.of(Place.ISOLATED);
		if (head == null || !time.isPast(head)) {
			return head;
		}
		JobRange range = JobRange.of(this.topic.topic(), Place.ISOLATED).behind(time.now());
		return this.work.tables().jobs().heads(this.work.session(), List.of(range)).get(0);
	}

	@Override
	public @Nullable Instant nextHandling() {
		return this.heads.of(Place.HANDLING);
	}

	@Override
	public @Nullable Instant resumedAt() {
		return this.row.resumedAt();
	}

	@Override
	public @Nullable StagedJob get(String id) {
		return this.topic.get(id);
	}

	@Override
	public void put(StagedJob job) {
		this.topic.put(job);
	}

	@Override
	public void remove(StagedJob job) {
		this.topic.remove(job);
	}

	@Override
	public void count(JobCounts counts, StoreTime time) {
		this.topic.count(counts, time);
	}

	@Override
	public void keep(FinishedRun run) {
		this.topic.keep(run);
	}

	@Override
	public boolean isHistoryKept() {
		return this.topic.isHistoryKept();
	}

	@Override
	public boolean isPaused() {
		return this.row.pause() != null;
	}

}
