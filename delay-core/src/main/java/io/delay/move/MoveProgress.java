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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.store.StoredJob;

/**
 * Counts what a move has done and reports it. For use by one thread.
 */
final class MoveProgress {

	private static final Log logger = LogFactory.getLog(MoveProgress.class);

	private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);

	private static final int NAMED = 5;

	private final MovePatience patience;

	private final long startedAt = System.nanoTime();

	private long loggedAt = this.startedAt;

	private long moved;

	private long existing;

	/** The jobs whose ids existed in the target with other contents, some of them. */
	private final List<String> different = new ArrayList<>();

	private long differentJobs;

	private final Set<String> unreadable = new LinkedHashSet<>();

	/** The jobs that the last pass has left for a later one, some of them. */
	private final List<String> waitedFor = new ArrayList<>();

	private long waitedForJobs;

	private boolean changed;

	MoveProgress(MovePatience patience) {
		this.patience = patience;
	}

	void beginPass() {
		this.changed = false;
		this.waitedFor.clear();
		this.waitedForJobs = 0;
	}

	// Whether the last pass has done anything, so that another one may find more jobs
	boolean isChanged() {
		return this.changed;
	}

	// Whether the last pass has left jobs that can be moved later
	boolean isWaiting() {
		return this.waitedForJobs > 0;
	}

	// Some jobs and the number of the others
	String waitedFor() {
		long more = this.waitedForJobs - this.waitedFor.size();
		return String.join(", ", this.waitedFor) + ((more > 0) ? " and " + more + " more jobs" : "");
	}

	/**
	 * Record that the pass has left jobs for a later one.
	 * @param jobs some of the jobs
	 * @param number the number of all
	 */
	void waitFor(List<StoredJob> jobs, long number) {
		this.waitedForJobs += Math.max(jobs.size(), number);
		jobs.stream()
			.limit(NAMED - this.waitedFor.size())
			.forEach((job) -> this.waitedFor.add(nameOf(job) + " (" + job.state() + holderOf(job) + ")"));
	}

	private static String holderOf(StoredJob job) {
		StoredJob.Holder holder = job.holder();
		return (holder != null) ? ", held by " + holder.host() : "";
	}

	void unreadable(StoredJob job) {
		this.unreadable.add(nameOf(job));
	}

	void different(StoredJob job) {
		this.differentJobs++;
		if (this.different.size() < NAMED) {
			this.different.add(nameOf(job));
		}
	}

	void moved(String topic, int jobs, int existing) {
		if (jobs == 0) {
			return;
		}
		changed();
		this.moved += jobs;
		this.existing += existing;
		long now = System.nanoTime();
		if (now - this.loggedAt >= LOG_INTERVAL.toNanos()) {
			this.loggedAt = now;
			logger.info("Moved " + this.moved + " jobs so far, the last of topic '" + topic + "'");
		}
	}

	/**
	 * Record that jobs have changed, so that another pass may move them.
	 */
	void changed() {
		this.changed = true;
		this.patience.progressed();
	}

	long moved() {
		return this.moved;
	}

	MoveResult end(MoveStore source, MoveStore target) {
		long seconds = Duration.ofNanos(System.nanoTime() - this.startedAt).toSeconds();
		logger.info("Moved " + this.moved + " jobs from " + source.name() + " to " + target.name() + " in " + seconds
				+ " s; " + this.existing + " of them existed there already");
		if (this.differentJobs > 0) {
			logger.warn(this.differentJobs + " jobs existed in " + target.name()
					+ " with other contents or another due time and were kept as they are there, for example "
					+ String.join(", ", this.different));
		}
		if (!this.unreadable.isEmpty()) {
			logger.warn(this.unreadable.size() + " jobs stay in " + source.name()
					+ ", because their records cannot be read, for example "
					+ String.join(", ", this.unreadable.stream().limit(NAMED).toList()));
		}
		return new MoveResult(this.moved, this.existing, this.unreadable.size());
	}

	private static String nameOf(StoredJob job) {
		return "job '" + job.id() + "' of topic '" + job.topic() + "'";
	}

}
