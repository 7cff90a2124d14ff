// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobRules;

/**
 * A job to be stored.
 *
 * @param id the id, unique within the topic
 * @param dueTime when the job is first due
 * @param onConflict what to do if the id exists. {@link ConflictPolicy#REJECT} is treated
 * like {@link ConflictPolicy#KEEP} by the store; the caller of the store throws the
 * exception
 * @param record the data of the job
 * @since 0.1.0
 */
public record NewJob(String topic, String id, DueTime dueTime, ConflictPolicy onConflict, JobRecord record) {

	public NewJob {
		JobRules.checkTopic(topic);
		JobRules.checkId(id);
	}

	/**
	 * Return the same job with another id.
	 * @param id the id, unique within the topic
	 * @return the job
	 */
	public NewJob withId(String id) {
		return new NewJob(this.topic, id, this.dueTime, this.onConflict, this.record);
	}

	/**
	 * Return the same job with other data.
	 * @param record the data of the job
	 * @return the job
	 */
	public NewJob withRecord(JobRecord record) {
		return new NewJob(this.topic, this.id, this.dueTime, this.onConflict, record);
	}

}
