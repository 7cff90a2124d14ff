// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

import io.delay.jdbc.table.JobColumns;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.JobRange.Position;
import io.delay.jdbc.table.JobRow;
import io.delay.jdbc.table.JobRow.Part;
import io.delay.jdbc.table.JobTable.Lock;
import io.delay.jdbc.table.Place;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicPause;
import io.delay.store.life.JobAdministration;
import io.delay.store.life.Setbacks;
import io.delay.store.life.StagedJob;

/**
 * Changes the jobs of one topic on behalf of an operator.
 */
public final class Administering {

	private final Works works;

	private final String topic;

	public Administering(Works works, String topic) {
		this.works = works;
		this.topic = topic;
	}

	// Payloads are read only for finished runs
	public <T> T joining(List<String> ids, JobColumns depth, Function<JobAdministration, T> change) {
		JobAdministration.checkLimit(ids.size());
		return this.works.changing((work) -> change(work, ids, depth, change));
	}

	public <T> T own(List<String> ids, JobColumns depth, Function<JobAdministration, T> change) {
		JobAdministration.checkLimit(ids.size());
		return this.works.own((work) -> change(work, ids, depth, change));
	}

	public int kickOldest(int limit, DueTime dueTime) {
		JobAdministration.checkLimit(limit);
		return this.works.own((work) -> {
			List<StagedJob> oldest = next(work, JobRange.of(this.topic, Place.FAILED), limit);
			return flushed(work, administration(work).kick(oldest, dueTime));
		});
	}

	public EditResult edit(String id, JobEdit edit) {
		return this.works.own((work) -> change(work, List.of(id), JobColumns.ALL, (jobs) -> {
			StagedJob job = work.topic(this.topic).get(id);
			// An edit would write default values over what cannot be read
			boolean isReadable = work.topic(this.topic).isReadable(id, Part.RECORD);
			return (job == null || isReadable) ? jobs.edit(id, edit) : EditResult.of(false, job.state(work.time()));
		}));
	}

	public int purge(JobState state, int limit) {
		JobAdministration.checkLimit(limit);
		return this.works.own((work) -> {
			List<StagedJob> jobs = new ArrayList<>();
			for (JobRange range : ranges(work, state)) {
				next(work, range, limit - jobs.size()).stream()
					.filter((job) -> job.state(work.time()) == state)
					.forEach(jobs::add);
			}
			return flushed(work, administration(work).purge(jobs));
		});
	}

	private List<JobRange> ranges(Work work, JobState state) {
		List<JobRange> ranges = new ArrayList<>(JobRange.of(this.topic, state, work.time().now()));
		if (state == JobState.DELAYED || state == JobState.RESERVED) {
			ranges.add(JobRange.of(this.topic, Place.AHEAD));
		}
		return ranges;
	}

	public int dropFailed(FailedRetention retention, int limit) {
		JobAdministration.checkLimit(limit);
		Integer maxCount = retention.maxCount();
		return this.works.own((work) -> {
			JobRange failed = JobRange.of(this.topic, Place.FAILED);
			Position newestTooMany = (maxCount != null)
					? work.tables().jobs().position(work.session(), failed.newestFirst(), maxCount) : null;
			// A job that has changed meanwhile has another position
			List<StagedJob> dropped = read(work, failed, limit).stream()
				.filter((job) -> (newestTooMany != null && Position.of(job).compareTo(newestTooMany) <= 0)
						|| administration(work).isTooOld(job, retention))
				.toList();
			if (!dropped.isEmpty()) {
				work.tables().topics().insert(work.session(), this.topic);
				work.tables().topics().dropped(work.session(), this.topic, dropped.size());
			}
			return flushed(work, administration(work).drop(dropped));
		});
	}

	public Set<String> insert(JobCopies jobs) {
		this.works.used(List.of(this.topic));
		return this.works.own((work) -> {
			TopicWork jobsOfTopic = work.topic(this.topic);
			List<StagedJob> copies = administration(work).copies(jobs);
			// New rows have no failures
			Map<String, StagedJob> rows = new TreeMap<>();
			copies.forEach((job) -> rows.put(job.id(), (job.failures() != null) ? job.with(Setbacks.NONE) : job));
			Set<String> inserted = work.tables().jobs().inserts().insert(work.session(), List.copyOf(rows.values()));
			copies.stream().filter((job) -> inserted.contains(job.id())).forEach((job) -> {
				jobsOfTopic.inserted(Objects.requireNonNull(rows.get(job.id())));
				work.transaction().put(jobsOfTopic, job);
			});
			return flushed(work, inserted);
		});
	}

	public boolean pause(Operator operator) {
		return this.works.own((work) -> {
			this.works.memory().paused(this.topic, true);
			work.tables().topics().insert(work.session(), this.topic);
			return work.tables()
				.topics()
				.pause(work.session(), this.topic, new TopicPause(operator, work.time().now()));
		});
	}

	public boolean resume() {
		return this.works.own((work) -> {
			this.works.memory().paused(this.topic, false);
			boolean changed = work.tables().topics().resume(work.session(), this.topic, work.time().now());
			if (changed) {
				work.transaction().wake(this.topic);
			}
			return changed;
		});
	}

	// Goes on from the jobs that the last call has changed. Jobs before them were locked,
	// or have been added, and are changed last
	private List<StagedJob> next(Work work, JobRange range, int limit) {
		Map<JobRange, Position> steps = this.works.memory().steps();
		JobRange place = JobRange.of(this.topic, range.place());
		Position last = steps.remove(place);
		List<StagedJob> jobs = read(work, range.after(last), limit);
		if (jobs.size() < limit) {
			return (last != null) ? read(work, range, limit) : jobs;
		}
		if (limit > 0) {
			steps.put(place, Position.of(jobs.get(limit - 1)));
		}
		return jobs;
	}

	private List<StagedJob> read(Work work, JobRange range, int limit) {
		if (limit == 0) {
			return List.of();
		}
		List<JobRow> rows = work.tables().jobs().list(work.session(), range.first(limit), JobColumns.PLAIN, Lock.SKIP);
		return work.topic(this.topic).add(rows);
	}

	private <T> T change(Work work, List<String> ids, JobColumns depth, Function<JobAdministration, T> change) {
		TopicWork jobs = work.topic(this.topic);
		jobs.loadPresent(ids, (depth == JobColumns.PAYLOAD && !jobs.arePayloadsKept()) ? JobColumns.PLAIN : depth);
		return flushed(work, change.apply(administration(work)));
	}

	private static <T> T flushed(Work work, T result) {
		work.flush();
		return result;
	}

	private JobAdministration administration(Work work) {
		return new JobAdministration(work.topic(this.topic), work.transaction());
	}

}
