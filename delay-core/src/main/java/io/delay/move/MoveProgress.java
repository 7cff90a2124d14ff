// SPDX-License-Identifier: Apache-2.0

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
 * Counts what a move has done and reports it. For use by one thread. Internal to Delay:
 * may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class MoveProgress {

	private static final Log logger = LogFactory.getLog(MoveProgress.class);

	private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);

	private static final int NAMED = 5;

	private final MoveWait wait;

	private final Runnable beforeChange;

	private final long startedAt = System.nanoTime();

	private long loggedAt = this.startedAt;

	private long moved;

	private long existing;

	// Some of the jobs that the target already had.
	private final List<String> existingNames = new ArrayList<>();

	private final Set<String> unreadable = new LinkedHashSet<>();

	public MoveProgress(Duration timeout) {
		this(new MoveWait(timeout), () -> {
		});
	}

	MoveProgress(MoveWait wait, Runnable beforeChange) {
		this.wait = wait;
		this.beforeChange = beforeChange;
	}

	// Must be called before each change
	void beforeChange() {
		this.beforeChange.run();
	}

	boolean pause() {
		return this.wait.pause();
	}

	String timeout() {
		return this.wait.text();
	}

	void progressed() {
		this.wait.progressed();
	}

	// A job that is not readable is remembered and stays
	boolean isReadable(StoredJob job) {
		if (job.record() == null) {
			this.unreadable.add(nameOf(job.id(), job.topic()));
		}
		return job.record() != null;
	}

	void moved(String topic, int jobs, List<String> existing) {
		this.moved += jobs;
		this.existing += existing.size();
		existing.stream()
			.limit(NAMED - this.existingNames.size())
			.forEach((id) -> this.existingNames.add(nameOf(id, topic)));
		progressed();
		long now = System.nanoTime();
		if (now - this.loggedAt >= LOG_INTERVAL.toNanos()) {
			this.loggedAt = now;
			logger.info("Moved " + this.moved + " jobs so far, the last of topic '" + topic + "'");
		}
	}

	long moved() {
		return this.moved;
	}

	public JobMove.Result end(String from, String to) {
		long seconds = Duration.ofNanos(System.nanoTime() - this.startedAt).toSeconds();
		logger.info("Moved " + this.moved + " jobs from " + from + " to " + to + " in " + seconds + " s; "
				+ this.existing + " of them existed there already");
		if (this.existing > 0) {
			logger.warn(this.existing + " jobs existed in " + to + " and were kept as they are there, for example "
					+ String.join(", ", this.existingNames)
					+ ". If an earlier move was interrupted, it has stored them");
		}
		if (!this.unreadable.isEmpty()) {
			logger.warn(this.unreadable.size() + " jobs stay in " + from
					+ ", because their records cannot be read, for example "
					+ String.join(", ", this.unreadable.stream().limit(NAMED).toList()));
		}
		return new JobMove.Result(this.moved, this.existing, this.unreadable.size());
	}

	private static String nameOf(String id, String topic) {
		return "job '" + id + "' of topic '" + topic + "'";
	}

}
