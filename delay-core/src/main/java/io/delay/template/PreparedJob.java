// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

/**
 * A job whose values were checked and whose payload was converted.
 *
 * @param job the job as submitted
 * @param newJob the job for the store, with an id
 */
record PreparedJob(Job job, NewJob newJob) {

	boolean hasGeneratedId() {
		return this.job.id() == null;
	}

	// Whether the job was not stored because its id already exists
	boolean isRejected(SubmitResult result) {
		return !hasGeneratedId() && this.job.onConflict() == ConflictPolicy.REJECT
				&& result.status() == SubmitStatus.EXISTING;
	}

	PreparedJob withId(String id) {
		return new PreparedJob(this.job, new NewJob(this.newJob.topic(), id, this.newJob.dueTime(),
				this.newJob.onConflict(), this.newJob.record()));
	}

	PreparedJob withTrace(TraceHeaders trace) {
		JobRecord record = this.newJob.record();
		return new PreparedJob(this.job,
				new NewJob(this.newJob.topic(), this.newJob.id(), this.newJob.dueTime(), this.newJob.onConflict(),
						new JobRecord(record.payload(), trace.addedTo(record.headers()), record.ttr(),
								record.maxAttempts(), record.priority())));
	}

}
