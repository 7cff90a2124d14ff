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

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.job.JobState;
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

	private static final int ATTEMPTS = 10;

	private final String topic;

	private final MoveStore source;

	private final MoveStore target;

	private final MoveLock lock;

	private final MoveProgress progress;

	/** The jobs that this move has stored in the target and not yet removed here. */
	private final Map<String, StoredCopy> copies = new HashMap<>();

	private final ExpiredLeases expiredLeases;

	private boolean begun;

	TopicMove(String topic, MoveStore source, MoveStore target, MoveLock lock, MoveProgress progress) {
		this.topic = topic;
		this.source = source;
		this.target = target;
		this.lock = lock;
		this.progress = progress;
		this.expiredLeases = new ExpiredLeases(topic, source, lock, progress);
	}

	/**
	 * Move all jobs that wait or have failed, and end the leases that have expired. Can
	 * be called again for jobs that were reserved or changed meanwhile.
	 */
	void run() {
		this.lock.keep();
		if (!this.begun) {
			copyPause();
			this.begun = true;
		}
		MOVED_STATES.forEach(this::move);
		this.expiredLeases.end();
	}

	// Not if the topic exists in the target, because it may have been resumed there
	private void copyPause() {
		TopicPause pause = this.source.inspector().statusWithoutSizes(this.topic).pause();
		if (pause != null && !this.target.inspector().topics().contains(this.topic)) {
			this.target.administrator().pause(this.topic, pause.by());
		}
	}

	private void move(JobState state) {
		JobPosition after = null;
		do {
			JobPage page = this.source.inspector()
				.page(new JobPageRequest(this.topic, state, after, JobPageRequest.MAX_LIMIT));
			List<StoredJob> jobs = page.jobs().stream().map(this::complete).filter(Objects::nonNull).toList();
			if (!jobs.isEmpty()) {
				move(jobs);
			}
			after = page.next();
		}
		while (after != null);
	}

	private void move(List<StoredJob> jobs) {
		this.lock.keep();
		Set<String> existing = store(jobs.stream().filter((job) -> !this.copies.containsKey(job.id())).toList());
		List<StoredJob> stored = jobs.stream()
			.filter((job) -> this.copies.containsKey(job.id()) ? isCopyUpToDate(job) : existing.contains(job.id()))
			.toList();
		Set<String> removed = this.source.administrator().removeUnchanged(new JobCopies(this.topic, stored));
		this.copies.keySet().removeAll(removed);
		this.progress.moved(this.topic, removed.size(), (int) removed.stream().filter(existing::contains).count());
		jobs.stream().filter((job) -> !removed.contains(job.id())).forEach(this::remains);
	}

	// Returns the ids that the target already had, because of another job or of a call
	// that failed
	private Set<String> store(List<StoredJob> jobs) {
		Set<String> inserted = insert(jobs);
		Set<String> existing = new HashSet<>();
		for (StoredJob job : jobs) {
			if (inserted.contains(job.id())) {
				this.copies.put(job.id(), StoredCopy.of(job));
			}
			else if (exists(job)) {
				existing.add(job.id());
			}
		}
		return existing;
	}

	// The job of the target can end before it is read. A job that changes all the time is
	// left to the next pass
	private boolean exists(StoredJob job) {
		for (int i = 0; i < ATTEMPTS; i++) {
			this.lock.keep();
			StoredJob present = this.target.inspector().find(this.topic, job.id()).orElse(null);
			if (present != null) {
				compare(job, present);
				return true;
			}
			if (!insert(job).isEmpty()) {
				this.copies.put(job.id(), StoredCopy.of(job));
				return false;
			}
		}
		return false;
	}

	// A job with the same contents is a copy of this or an earlier move, because a call
	// that failed may have stored some of its jobs
	private void compare(StoredJob job, StoredJob present) {
		if (present.record() == null) {
			throw StoredCopy.unreadable(job, this.target);
		}
		if (StoredCopy.isSame(present, job)) {
			this.copies.put(job.id(), StoredCopy.found(job, present));
		}
		else {
			this.progress.different(job);
		}
	}

	// A job that has changed since this move stored its copy is stored again
	private boolean isCopyUpToDate(StoredJob job) {
		StoredCopy copy = Objects.requireNonNull(this.copies.get(job.id()));
		if (copy.isUpToDate(job)) {
			return true;
		}
		StoredCopy updated = copy.update(job, this.target, this.lock, this.progress::different);
		if (updated != null) {
			this.copies.put(job.id(), updated);
		}
		return updated != null;
	}

	// The next pass reads a job again that has changed. A job that is gone was handled or
	// cancelled by the application
	private void remains(StoredJob read) {
		this.lock.keep();
		StoredJob job = this.source.inspector().find(this.topic, read.id()).orElse(null);
		if (job != null && Objects.equals(job.version(), read.version())) {
			this.progress.waitFor(List.of(job), 1);
		}
		else {
			this.progress.changed();
		}
	}

	// Lists contain neither stack traces nor earlier failures. Null if the job cannot be
	// moved
	private @Nullable StoredJob complete(StoredJob listed) {
		this.lock.keep();
		StoredJob job = (listed.failures() == null) ? listed
				: this.source.inspector().find(this.topic, listed.id()).orElse(null);
		if (job != null && job.record() == null) {
			this.progress.unreadable(job);
		}
		return (job != null && JobCopies.isPossible(job)) ? job : null;
	}

	// If a call fails, each job is stored in a call of its own, to find out which one
	// cannot be stored
	private Set<String> insert(List<StoredJob> jobs) {
		if (jobs.isEmpty()) {
			return Set.of();
		}
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
		this.lock.keep();
		try {
			return this.target.administrator().insert(new JobCopies(this.topic, List.of(job)));
		}
		catch (DataAccessException ex) {
			throw new JobMoveException("Could not store job '" + job.id() + "' of topic '" + this.topic + "' in "
					+ this.target.name() + ": " + ex.getMessage(), ex);
		}
	}

}
