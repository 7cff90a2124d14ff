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

package io.delay.move;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.job.JobState;
import io.delay.store.HostName;
import io.delay.store.LeaseTokens;
import io.delay.store.Redelivery;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.TopicPause;

/**
 * Moves the jobs of one topic. Each job is first stored in the target and then removed
 * from the source, so that it is in at least one of them at any time.
 */
final class TopicMove {

	/** In this order, so that a job that becomes ready meanwhile is found. */
	private static final List<JobState> MOVED_STATES = List.of(JobState.DELAYED, JobState.READY, JobState.FAILED);

	private final String topic;

	private final MoveStore source;

	private final MoveStore target;

	private final MoveLock lock;

	private final MoveProgress progress;

	TopicMove(String topic, MoveStore source, MoveStore target, MoveLock lock, MoveProgress progress) {
		this.topic = topic;
		this.source = source;
		this.target = target;
		this.lock = lock;
		this.progress = progress;
	}

	/**
	 * Move all jobs that wait or have failed, and end the leases that have expired.
	 */
	void run() {
		MOVED_STATES.forEach(this::move);
		endExpiredLeases();
	}

	/**
	 * Pause the topic in the target if it is paused in the source, unless it exists in
	 * the target, because it may have been resumed there.
	 */
	void copyPause() {
		TopicPause pause = this.source.inspector().status(this.topic).pause();
		if (pause != null && !this.target.inspector().topics().contains(this.topic)) {
			this.target.administrator().pause(this.topic, pause.by());
		}
	}

	private void move(JobState state) {
		JobPosition after = null;
		do {
			JobPage page = this.source.inspector()
				.page(new JobPageRequest(this.topic, state, after, JobPageRequest.MAX_LIMIT));
			move(page.jobs());
			after = page.next();
		}
		while (after != null);
	}

	private void move(List<StoredJob> listed) {
		List<StoredJob> jobs = new ArrayList<>();
		for (StoredJob job : listed) {
			StoredJob complete = complete(job);
			if (complete != null && complete.record() == null) {
				this.progress.unreadable(complete);
			}
			else if (complete != null && JobCopies.isPossible(complete)) {
				jobs.add(complete);
			}
		}
		if (jobs.isEmpty()) {
			return;
		}
		this.lock.keep();
		Set<String> inserted = insert(jobs);
		jobs.stream().filter((job) -> !inserted.contains(job.id())).forEach(this::compare);
		Set<String> removed = this.source.administrator().removeUnchanged(new JobCopies(this.topic, jobs));
		int existing = (int) removed.stream().filter((id) -> !inserted.contains(id)).count();
		this.progress.moved(this.topic, removed.size(), existing);
		jobs.stream()
			.filter((job) -> !removed.contains(job.id()))
			.forEach((job) -> follow(job, inserted.contains(job.id())));
	}

	// Lists contain neither stack traces nor earlier failures
	private @Nullable StoredJob complete(StoredJob listed) {
		return (listed.failures() == null) ? listed
				: this.source.inspector().find(this.topic, listed.id()).orElse(null);
	}

	// If a call fails, each job is stored in a call of its own, to find out which one
	// cannot be stored
	private Set<String> insert(List<StoredJob> jobs) {
		try {
			return this.target.administrator().insert(new JobCopies(this.topic, jobs));
		}
		catch (DataAccessException ex) {
			Set<String> inserted = new HashSet<>();
			jobs.forEach((job) -> inserted.addAll(insert(job)));
			return inserted;
		}
	}

	private Set<String> insert(StoredJob job) {
		try {
			return this.target.administrator().insert(new JobCopies(this.topic, List.of(job)));
		}
		catch (DataAccessException ex) {
			throw new JobMoveException("Could not store job '" + job.id() + "' of topic '" + this.topic + "' in "
					+ this.target.name() + ": " + ex.getMessage(), ex);
		}
	}

	private void compare(StoredJob job) {
		this.target.inspector()
			.find(this.topic, job.id())
			.filter((present) -> !JobUpdate.isSame(present, job))
			.ifPresent((present) -> this.progress.different(job));
	}

	// The job has changed after it was read. If it still waits or has failed, and this
	// move
	// has stored its copy in the target, the copy is brought up to date. A job that is
	// gone
	// was cancelled or handled by the application.
	private void follow(StoredJob read, boolean inserted) {
		StoredJob job = this.source.inspector().find(this.topic, read.id()).orElse(null);
		if (job == null) {
			return;
		}
		boolean movable = JobCopies.isPossible(job)
				&& (!inserted || isCopyCurrent(read, job) || new JobUpdate(read, job).apply(this.target));
		if (movable
				&& !this.source.administrator().removeUnchanged(new JobCopies(this.topic, List.of(job))).isEmpty()) {
			this.progress.moved(this.topic, 1, inserted ? 0 : 1);
		}
		else {
			this.progress.waitFor(job);
		}
	}

	// A kick and a burial change only the state
	private static boolean isCopyCurrent(StoredJob read, StoredJob job) {
		return JobUpdate.isSame(read, job) && (read.state() == JobState.FAILED) == (job.state() == JobState.FAILED);
	}

	// Jobs whose leases have expired are reserved only by a consumer, and the consumers
	// of
	// the source may have stopped
	private void endExpiredLeases() {
		List<StoredJob> reserved = this.source.inspector()
			.page(new JobPageRequest(this.topic, JobState.RESERVED, null, JobPageRequest.MAX_LIMIT))
			.jobs();
		if (reserved.isEmpty()) {
			return;
		}
		reserved.forEach(this.progress::waitFor);
		this.lock.keep();
		ReserveRequest request = new ReserveRequest(this.topic, new LeaseTokens(HostName.resolve()).next(),
				ReserveRequest.MAX_LIMIT, ReserveTerms.defaults(), ReserveMode.LISTEN_ISOLATED);
		ReserveResult expired = this.source.store().reserve(request);
		this.source.store().settle(expired.jobs().stream().map(TopicMove::handBack).toList());
		this.progress.leasesEnded(expired.jobs().size() + expired.buried().size());
	}

	// An isolated job that is handed back would not wait
	private static Settlement handBack(ReservedJob job) {
		return (job.terms().redelivery() == Redelivery.ISOLATED) ? new Settlement.Release(job.lease(), Duration.ZERO)
				: new Settlement.HandBack(job.lease());
	}

}
