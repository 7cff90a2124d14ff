// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.JobChange;
import io.delay.jdbc.table.JobColumns;
import io.delay.jdbc.table.JobRow;
import io.delay.jdbc.table.JobRow.Part;
import io.delay.jdbc.table.JobTable.Lock;
import io.delay.jdbc.table.Place;
import io.delay.jdbc.table.Tables;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.life.StagedJob;
import io.delay.store.life.StoreTime;
import io.delay.store.life.TopicJobs;
import io.delay.store.throughput.JobCounts;

/**
 * The jobs of one topic that were read in one transaction, and their changes, which are
 * written together at its end.
 */
public final class TopicWork implements TopicJobs {

	private static final long SECONDS_PER_MINUTE = 60;

	private final String topic;

	private final Session session;

	private final Tables tables;

	private final HistoryLimits history;

	private final TopicMemory memory;

	private final Map<String, StagedJob> stored = new HashMap<>();

	private final Map<String, Set<Part>> unreadable = new HashMap<>();

	/** The jobs that were changed, {@code null} for those that were removed. */
	private final Map<String, @Nullable StagedJob> changed = new LinkedHashMap<>();

	private final Map<String, Integer> sizes = new HashMap<>();

	/** The payloads of jobs that were reserved, if the database has returned them. */
	private final Map<String, byte[]> payloads = new HashMap<>();

	private final List<FinishedRun> runs = new ArrayList<>();

	private int keptRuns;

	private final Map<Integer, Long> written = new HashMap<>();

	private final Map<Long, JobCounts> counts = new TreeMap<>();

	TopicWork(String topic, Session session, Tables tables, HistoryLimits history, TopicMemory memory) {
		this.topic = topic;
		this.session = session;
		this.tables = tables;
		this.history = history;
		this.memory = memory;
	}

	public String topic() {
		return this.topic;
	}

	public void load(Collection<String> ids, JobColumns depth) {
		load(ids, depth, Lock.WAIT);
	}

	void load(Collection<String> ids, JobColumns depth, Lock lock) {
		Set<String> missing = new HashSet<>(ids);
		missing.removeAll(this.stored.keySet());
		add(this.tables.jobs().find(this.session, this.topic, sorted(missing), depth, lock));
	}

	// Any of the jobs may be gone
	void loadPresent(Collection<String> ids, JobColumns depth) {
		add(this.tables.jobs().findPresent(this.session, this.topic, sorted(Set.copyOf(ids)), depth));
	}

	void look(Collection<String> ids) {
		add(this.tables.jobs().findCommitted(this.session, this.topic, sorted(ids)));
	}

	public List<StagedJob> add(List<JobRow> rows) {
		for (JobRow row : rows) {
			this.stored.put(row.job().id(), row.job());
			this.sizes.put(row.job().id(), row.size());
			if (!row.isReadable()) {
				this.unreadable.put(row.job().id(), row.unreadable());
			}
		}
		return rows.stream().map(JobRow::job).toList();
	}

	// If the rest of the work fails, a caller that catches the exception can still commit
	// the job
	void inserted(StagedJob job) {
		this.stored.put(job.id(), job);
		markWritten(job);
	}

	boolean isReadable(String id, Part part) {
		return !this.unreadable.getOrDefault(id, Set.of()).contains(part);
	}

	boolean isStored(String id) {
		return this.stored.containsKey(id);
	}

	Map<String, byte[]> payloads() {
		return this.payloads;
	}

	long size(String id) {
		return this.sizes.getOrDefault(id, 0);
	}

	static List<String> sorted(Collection<String> ids) {
		return ids.stream().sorted().toList();
	}

	@Override
	public @Nullable StagedJob get(String id) {
		return this.changed.containsKey(id) ? this.changed.get(id) : this.stored.get(id);
	}

	@Override
	public void put(StagedJob job) {
		this.changed.put(job.id(), job);
	}

	@Override
	public void remove(StagedJob job) {
		this.changed.put(job.id(), null);
	}

	@Override
	public void count(JobCounts more, StoreTime time) {
		this.counts.merge(minuteOf(time), more, JobCounts::plus);
	}

	static long minuteOf(StoreTime time) {
		return Math.floorDiv(time.exact().getEpochSecond(), SECONDS_PER_MINUTE);
	}

	Map<Long, JobCounts> counts() {
		return this.counts;
	}

	@Override
	public void keep(FinishedRun run) {
		if (isHistoryKept()) {
			this.runs
				.add((this.history.withPayloads() && isReadable(run.id(), Part.RECORD)) ? run : run.withRecord(null));
		}
	}

	void addEffects(TopicWork later) {
		later.written.forEach((place, score) -> this.written.merge(place, score, Math::min));
		later.counts.forEach((minute, more) -> this.counts.merge(minute, more, JobCounts::plus));
		this.keptRuns += later.keptRuns;
	}

	Map<Integer, Long> written() {
		return this.written;
	}

	int keptRuns() {
		return this.keptRuns;
	}

	HistoryLimits history() {
		return this.history;
	}

	@Override
	public boolean isHistoryKept() {
		return this.history.isOn();
	}

	public boolean arePayloadsKept() {
		return this.history.isOn() && this.history.withPayloads();
	}

	// Wake-ups of a paused topic do no harm, and to find out would cost a statement
	@Override
	public boolean isPaused() {
		return this.memory.isPaused(this.topic);
	}

	private void markWritten(StagedJob job) {
		this.written.merge(Place.of(job), job.score().toEpochMilli(), Math::min);
	}

	void flush() {
		List<String> deleted = new ArrayList<>();
		List<StagedJob> inserted = new ArrayList<>();
		Map<JobChange, List<StagedJob>> updated = new EnumMap<>(JobChange.class);
		for (String id : sorted(this.changed.keySet())) {
			StagedJob before = this.stored.get(id);
			StagedJob after = this.changed.get(id);
			if (after == null) {
				if (before != null) {
					deleted.add(id);
				}
			}
			else if (before == null) {
				inserted.add(after);
			}
			else if (before != after) {
				updated.computeIfAbsent(JobChange.of(before, after), (kind) -> new ArrayList<>()).add(after);
			}
		}
		this.tables.jobs().delete(this.session, this.topic, deleted);
		updated.forEach((kind, jobs) -> {
			if (kind == JobChange.LEASE) {
				this.payloads.putAll(this.tables.jobs().reserve(this.session, this.topic, jobs));
			}
			else {
				this.tables.jobs().update(this.session, jobs, kind);
			}
		});
		if (!inserted.isEmpty()) {
			this.tables.jobs().inserts().insert(this.session, inserted);
		}
		this.changed.forEach((id, job) -> {
			if (job != null) {
				this.stored.put(id, job);
				markWritten(job);
			}
			else {
				this.stored.remove(id);
			}
		});
		this.changed.clear();
		if (!this.runs.isEmpty()) {
			this.tables.runs().insert(this.session, this.runs);
			this.keptRuns += this.runs.size();
			this.runs.clear();
		}
	}

}
