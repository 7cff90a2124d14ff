// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.StoredJob;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobStoreAdministrator;

/**
 * Changes the jobs of one topic on behalf of an operator, in one transaction.
 */
public final class JobAdministration {

	private final TopicJobs topic;

	private final StoreTransaction transaction;

	public JobAdministration(TopicJobs topic, StoreTransaction transaction) {
		this.topic = topic;
		this.transaction = transaction;
	}

	public List<Optional<JobState>> kick(List<String> ids, DueTime dueTime) {
		Instant score = this.transaction.time().of(dueTime);
		return change(ids, (job) -> job.stage() instanceof JobStage.Failed, (job) -> job.kicked(score));
	}

	public int kick(Collection<StagedJob> jobs, DueTime dueTime) {
		Instant score = this.transaction.time().of(dueTime);
		jobs.forEach((job) -> this.transaction.put(this.topic, job.kicked(score)));
		return jobs.size();
	}

	public int kickUnchanged(List<FailedJob> jobs, List<DueTime> dueTimes) {
		checkLimit(jobs.size());
		int kicked = 0;
		for (int i = 0; i < jobs.size(); i++) {
			StagedJob job = unchanged(jobs.get(i));
			if (job != null) {
				this.transaction.put(this.topic, job.kicked(this.transaction.time().of(dueTimes.get(i))));
				kicked++;
			}
		}
		return kicked;
	}

	public int cancelUnchanged(List<FailedJob> jobs) {
		checkLimit(jobs.size());
		return cancelAndKeep(jobs.stream().map(this::unchanged).filter(Objects::nonNull).toList());
	}

	private @Nullable StagedJob unchanged(FailedJob failed) {
		StagedJob job = this.topic.get(failed.id());
		return (job != null && job.stage() instanceof JobStage.Failed && job.asFailed().equals(failed)) ? job : null;
	}

	public List<Optional<JobState>> bury(List<String> ids, FailureReason reason) {
		return change(ids, (job) -> job.isWaiting(this.transaction.time()), (job) -> {
			this.transaction.count(this.topic, Counted.BURIED);
			return job.buriedWaiting(reason, this.transaction.time());
		});
	}

	public List<Optional<JobState>> cancel(List<String> ids) {
		List<Optional<StagedJob>> found = found(ids);
		List<StagedJob> jobs = found.stream().flatMap(Optional::stream).distinct().toList();
		cancelAndKeep(jobs);
		return states(found);
	}

	public List<Optional<JobState>> reschedule(List<String> ids, DueTime dueTime) {
		Instant score = this.transaction.time().of(dueTime);
		return change(ids, (job) -> job.isWaiting(this.transaction.time()), (job) -> job.rescheduled(score));
	}

	public EditResult edit(String id, JobEdit edit) {
		StagedJob job = this.topic.get(id);
		if (job == null) {
			return EditResult.of(false, null);
		}
		boolean unchanged = edit.version().equals(job.stored(this.transaction.time()).version());
		if (unchanged) {
			this.transaction.put(this.topic, job.edited(edit, this.transaction.time()));
		}
		return EditResult.of(unchanged, job.state(this.transaction.time()));
	}

	// Returns the ids of the stored jobs, without those that exist already.
	public Set<String> insert(JobCopies jobs) {
		List<StagedJob> missing = copies(jobs).stream().filter((job) -> this.topic.get(job.id()) == null).toList();
		missing.forEach((job) -> this.transaction.put(this.topic, job));
		return missing.stream().map(StagedJob::id).collect(Collectors.toSet());
	}

	public List<StagedJob> copies(JobCopies jobs) {
		return jobs.jobs().stream().map(StagedJob::copied).toList();
	}

	// Neither counts the jobs nor keeps their runs. Returns the ids of the removed jobs.
	public Set<String> removeUnchanged(JobCopies jobs) {
		List<StagedJob> unchanged = jobs.jobs().stream().map(this::unchanged).filter(Objects::nonNull).toList();
		drop(unchanged);
		return unchanged.stream().map(StagedJob::id).collect(Collectors.toSet());
	}

	private @Nullable StagedJob unchanged(StoredJob read) {
		StagedJob job = this.topic.get(read.id());
		return (job != null && read.version() != null
				&& Objects.equals(read.version(), job.stored(this.transaction.time()).version())) ? job : null;
	}

	private List<Optional<JobState>> change(List<String> ids, Predicate<StagedJob> concerned,
			Function<StagedJob, StagedJob> transition) {
		List<Optional<StagedJob>> found = found(ids);
		found.stream()
			.flatMap(Optional::stream)
			.filter(concerned)
			.forEach((job) -> this.transaction.put(this.topic, transition.apply(job)));
		return states(found);
	}

	private List<Optional<StagedJob>> found(List<String> ids) {
		checkLimit(ids.size());
		return ids.stream().map((id) -> Optional.ofNullable(this.topic.get(id))).toList();
	}

	// The states before the change, because jobs are immutable.
	private List<Optional<JobState>> states(List<Optional<StagedJob>> jobs) {
		return jobs.stream().map((job) -> job.map((found) -> found.state(this.transaction.time()))).toList();
	}

	// Deletes jobs without keeping their runs.
	public int purge(List<StagedJob> jobs) {
		drop(jobs);
		if (!jobs.isEmpty()) {
			this.transaction.count(this.topic, Counted.cancelled(jobs.size()));
		}
		return jobs.size();
	}

	private int cancelAndKeep(List<StagedJob> jobs) {
		jobs.forEach((job) -> this.topic.keep(job.cancelled(this.transaction.time())));
		return purge(jobs);
	}

	// Deletes jobs without counting them.
	public int drop(List<StagedJob> jobs) {
		jobs.forEach(this.topic::remove);
		return jobs.size();
	}

	public boolean isTooOld(StagedJob job, FailedRetention retention) {
		return retention.maxAge() != null
				&& job.score().plus(JobRules.roundUp(retention.maxAge())).isBefore(this.transaction.time().now());
	}

	public static int checkLimit(int jobs) {
		Assert.isTrue(jobs >= 0 && jobs <= JobStoreAdministrator.MAX_JOBS,
				() -> "Number of jobs " + jobs + " in one call must be 0 to " + JobStoreAdministrator.MAX_JOBS);
		return jobs;
	}

}
