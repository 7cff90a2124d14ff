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

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobStoreAdministrator;

/**
 * Changes the jobs of one topic on behalf of an operator, in one transaction.
 */
final class MemoryAdministration {

	private final MemoryTopic topic;

	private final StoreTransaction transaction;

	MemoryAdministration(MemoryTopic topic, StoreTransaction transaction) {
		this.topic = topic;
		this.transaction = transaction;
	}

	List<Optional<JobState>> kick(List<String> ids, DueTime dueTime) {
		Instant score = this.transaction.time().scoreOf(dueTime);
		return change(ids, (job) -> job.stage() instanceof JobStage.Failed, (job) -> job.kicked(score));
	}

	int kickOldest(int limit, DueTime dueTime) {
		List<MemoryJob> oldest = this.topic.failed().stream().limit(checkLimit(limit)).toList();
		Instant score = this.transaction.time().scoreOf(dueTime);
		oldest.forEach((job) -> this.transaction.put(this.topic, job.kicked(score)));
		return oldest.size();
	}

	int kickUnchanged(List<FailedJob> jobs, List<DueTime> dueTimes) {
		checkLimit(jobs.size());
		int kicked = 0;
		for (int i = 0; i < jobs.size(); i++) {
			MemoryJob job = unchanged(jobs.get(i));
			if (job != null) {
				this.transaction.put(this.topic, job.kicked(this.transaction.time().scoreOf(dueTimes.get(i))));
				kicked++;
			}
		}
		return kicked;
	}

	int cancelUnchanged(List<FailedJob> jobs) {
		checkLimit(jobs.size());
		return cancelAndKeep(jobs.stream().map(this::unchanged).filter(Objects::nonNull).toList());
	}

	private @Nullable MemoryJob unchanged(FailedJob failed) {
		MemoryJob job = this.topic.get(failed.id());
		return (job != null && job.stage() instanceof JobStage.Failed && job.asFailed().equals(failed)) ? job : null;
	}

	List<Optional<JobState>> bury(List<String> ids, FailureReason reason) {
		return change(ids, (job) -> job.isWaiting(this.transaction.time()), (job) -> {
			this.topic.counters().buried(this.transaction.time());
			return job.buriedWaiting(reason, this.transaction.time());
		});
	}

	List<Optional<JobState>> cancel(List<String> ids) {
		List<Optional<MemoryJob>> found = found(ids);
		List<MemoryJob> jobs = found.stream().flatMap(Optional::stream).distinct().toList();
		cancelAndKeep(jobs);
		return states(found);
	}

	List<Optional<JobState>> reschedule(List<String> ids, DueTime dueTime) {
		Instant score = this.transaction.time().scoreOf(dueTime);
		return change(ids, (job) -> job.isWaiting(this.transaction.time()), (job) -> job.rescheduled(score));
	}

	EditResult edit(String id, JobEdit edit) {
		MemoryJob job = this.topic.get(id);
		if (job == null) {
			return EditResult.of(false, null);
		}
		boolean unchanged = edit.version().equals(job.stored(this.transaction.time()).version());
		if (unchanged) {
			this.transaction.takeBack(job);
			this.transaction.put(this.topic, job.edited(edit, this.transaction.time()));
		}
		return EditResult.of(unchanged, job.state(this.transaction.time()));
	}

	private List<Optional<JobState>> change(List<String> ids, Predicate<MemoryJob> concerned,
			Function<MemoryJob, MemoryJob> transition) {
		List<Optional<MemoryJob>> found = found(ids);
		found.stream().flatMap(Optional::stream).filter(concerned).forEach((job) -> {
			this.transaction.takeBack(job);
			this.transaction.put(this.topic, transition.apply(job));
		});
		return states(found);
	}

	private List<Optional<MemoryJob>> found(List<String> ids) {
		checkLimit(ids.size());
		return ids.stream().map((id) -> Optional.ofNullable(this.topic.get(id))).toList();
	}

	// The states before the change, because jobs are immutable.
	private List<Optional<JobState>> states(List<Optional<MemoryJob>> jobs) {
		return jobs.stream().map((job) -> job.map((found) -> found.state(this.transaction.time()))).toList();
	}

	int purge(JobState state, int limit) {
		return cancel(this.topic.in(state, this.transaction.time()).limit(checkLimit(limit)));
	}

	private int cancelAndKeep(List<MemoryJob> jobs) {
		jobs.forEach((job) -> this.topic.runs().keep(job.cancelled(this.transaction.time())));
		return cancel(jobs.stream());
	}

	private int cancel(Stream<MemoryJob> jobs) {
		int cancelled = delete(jobs.toList());
		IntStream.range(0, cancelled).forEach((i) -> this.topic.counters().cancelled(this.transaction.time()));
		return cancelled;
	}

	int dropFailed(FailedRetention retention, int limit) {
		Integer maxCount = retention.maxCount();
		int tooMany = (maxCount != null) ? this.topic.failed().size() - maxCount : 0;
		List<MemoryJob> dropped = new ArrayList<>();
		for (MemoryJob job : this.topic.failed().stream().limit(checkLimit(limit)).toList()) {
			if (dropped.size() < tooMany || isTooOld(job, retention)) {
				dropped.add(job);
			}
		}
		this.topic.dropped(dropped.size());
		return delete(dropped);
	}

	private boolean isTooOld(MemoryJob job, FailedRetention retention) {
		return retention.maxAge() != null
				&& job.time().plus(JobRules.roundUp(retention.maxAge())).isBefore(this.transaction.time().now());
	}

	private int delete(List<MemoryJob> jobs) {
		jobs.forEach((job) -> {
			this.transaction.takeBack(job);
			this.topic.remove(job.id());
		});
		return jobs.size();
	}

	private static int checkLimit(int jobs) {
		Assert.isTrue(jobs >= 0 && jobs <= JobStoreAdministrator.MAX_JOBS,
				() -> "Number of jobs " + jobs + " in one call must be 0 to " + JobStoreAdministrator.MAX_JOBS);
		return jobs;
	}

}
