// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.util.List;

import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.StoredJob;

/**
 * Waiting and failed jobs of one topic that are moved from one store to another.
 *
 * @param topic the topic of all jobs
 * @param jobs the jobs as they were read, at most {@value JobStoreAdministrator#MAX_JOBS}
 * and each only once; each has its record and is not reserved
 * @since 0.1.0
 */
public record JobCopies(String topic, List<StoredJob> jobs) {

	public JobCopies {
		JobRules.checkTopic(topic);
		jobs = List.copyOf(jobs);
		Assert.isTrue(jobs.size() <= JobStoreAdministrator.MAX_JOBS,
				"Number of jobs " + jobs.size() + " in one call must be 0 to " + JobStoreAdministrator.MAX_JOBS);
		Assert.isTrue(jobs.stream().map(StoredJob::id).distinct().count() == jobs.size(),
				() -> "Each job of topic '" + topic + "' must be given only once");
		jobs.forEach((job) -> {
			Assert.isTrue(job.topic().equals(topic),
					() -> "Job '" + job.id() + "' belongs to topic '" + job.topic() + "' and not to '" + topic + "'");
			Assert.isTrue(isPossible(job), () -> "Job '" + job.id() + "' of topic '" + topic
					+ "' cannot be moved, because it is reserved or its record cannot be read");
		});
	}

	/**
	 * Return whether a job can be moved.
	 * @return {@code false} if it is reserved or its record cannot be read
	 */
	public static boolean isPossible(StoredJob job) {
		return job.state() != JobState.RESERVED && job.record() != null;
	}

	/**
	 * Return the ids.
	 * @return the ids in the order of the jobs
	 */
	public List<String> ids() {
		return this.jobs.stream().map(StoredJob::id).toList();
	}

}
