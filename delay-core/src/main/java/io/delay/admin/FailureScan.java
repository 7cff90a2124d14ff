// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.admin.failures.FailureCause;
import io.delay.admin.failures.FailureGroups;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;

/**
 * Reads the failures of a topic, newest first and up to a maximum number.
 */
final class FailureScan {

	static final int MAX_JOBS = 10_000;

	// The number of failures that are read in one call. A larger number would block the
	// store for longer, because it hashes the error of each failure.
	private static final int PAGE = 100;

	// The number of jobs of one step. It is smaller than that of other steps, because the
	// store reads the failures of these jobs, which can have stack traces.
	static final int STEP = 50;

	private final JobStoreInspector inspector;

	private final String topic;

	private final int maxJobs;

	FailureScan(JobStoreInspector inspector, String topic) {
		this(inspector, topic, MAX_JOBS);
	}

	FailureScan(JobStoreInspector inspector, String topic, int maxJobs) {
		this.inspector = inspector;
		this.topic = topic;
		this.maxJobs = maxJobs;
	}

	FailureGroups groups() {
		List<FailedJob> jobs = new ArrayList<>();
		boolean complete = readInto(jobs);
		return FailureGroups.of(jobs, complete);
	}

	List<FailedJob> group(String cause, @Nullable Instant until) {
		List<FailedJob> jobs = new ArrayList<>();
		readInto(jobs);
		jobs.removeIf((job) -> (until != null && job.time().isAfter(until))
				|| !FailureCause.of(job.error()).key().equals(cause));
		Collections.reverse(jobs);
		return jobs;
	}

	// Returns whether all failed jobs were read.
	private boolean readInto(List<FailedJob> jobs) {
		JobPosition next = null;
		do {
			int limit = Math.min(PAGE, this.maxJobs - jobs.size());
			FailedJobPage page = this.inspector.failures(this.topic, next, limit);
			jobs.addAll(page.jobs());
			next = page.next();
		}
		while (next != null && jobs.size() < this.maxJobs);
		return next == null;
	}

}
