// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.util.List;
import java.util.stream.Collectors;

import org.assertj.core.api.AbstractAssert;

import io.delay.job.JobState;
import io.delay.store.StoredJob;

/**
 * Assertions about the jobs of one topic.
 *
 * @since 0.1.0
 */
public final class DelayTopicAssert extends AbstractAssert<DelayTopicAssert, DelayTester> {

	private static final int MAX_LISTED = 20;

	private final String topic;

	DelayTopicAssert(DelayTester actual, String topic) {
		super(actual, DelayTopicAssert.class);
		this.topic = topic;
	}

	/**
	 * Verify that there is a job with an id, in any state.
	 * @return assertions about the job
	 */
	public WaitingJobAssert hasJob(String id) {
		return new WaitingJobAssert(find(id), this.actual).as(this.info.description());
	}

	/**
	 * Verify that there is no job with an id, for instance because it was cancelled or
	 * its handler has returned.
	 * @return this assertion
	 */
	public DelayTopicAssert hasNoJob(String id) {
		StoredJob job = this.actual.find(this.topic, id);
		if (job != null) {
			failWithMessage("Expected topic '%s' to have no job '%s', but it is %s", this.topic, id, describe(job));
		}
		return this;
	}

	/**
	 * Verify that there are no jobs, whether waiting, reserved or failed.
	 * @return this assertion
	 */
	public DelayTopicAssert hasNoJobs() {
		List<StoredJob> jobs = this.actual.jobs(this.topic);
		if (!jobs.isEmpty()) {
			failWithMessage("Expected topic '%s' to have no jobs, but it has %s", this.topic, describe(jobs));
		}
		return this;
	}

	/**
	 * Verify the number of jobs in all states together.
	 * @param count the expected number
	 * @return this assertion
	 */
	public DelayTopicAssert hasJobCount(int count) {
		List<StoredJob> jobs = this.actual.jobs(this.topic);
		if (jobs.size() != count) {
			failWithMessage("Expected topic '%s' to have %s jobs, but it has %s", this.topic, count, describe(jobs));
		}
		return this;
	}

	/**
	 * Verify that a job has failed permanently and is kept until an operator decides what
	 * happens to it.
	 * @return assertions about the failed job
	 */
	public FailedJobAssert hasFailed(String id) {
		StoredJob job = find(id);
		if (job.state() != JobState.FAILED) {
			failWithMessage("Expected job '%s' of topic '%s' to have failed, but it is %s", id, this.topic,
					describe(job));
		}
		return new FailedJobAssert(job, this.actual.exception(job)).as(this.info.description());
	}

	private StoredJob find(String id) {
		StoredJob job = this.actual.find(this.topic, id);
		if (job == null) {
			throw failure("Expected topic '%s' to have a job '%s', but it has %s", this.topic, id,
					describe(this.actual.jobs(this.topic)));
		}
		return job;
	}

	private static String describe(List<StoredJob> jobs) {
		if (jobs.isEmpty()) {
			return "no jobs";
		}
		return jobs.stream()
			.limit(MAX_LISTED)
			.map((job) -> "'" + job.id() + "' (" + describe(job) + ")")
			.collect(Collectors.joining(", ", "", (jobs.size() > MAX_LISTED) ? " and more" : ""));
	}

	static String describe(StoredJob job) {
		String time = switch (job.state()) {
			case DELAYED -> " until ";
			case RESERVED -> " with a lease until ";
			case READY, FAILED -> " since ";
		};
		return job.state() + time + job.time();
	}

}
