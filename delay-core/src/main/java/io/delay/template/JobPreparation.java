// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import io.delay.converter.PayloadWriter;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

/**
 * Converts the payloads of jobs, checks their size, and generates missing ids.
 */
final class JobPreparation {

	private final PayloadWriter payloads;

	private final JobIdGenerator idGenerator;

	JobPreparation(PayloadWriter payloads, JobIdGenerator idGenerator) {
		this.payloads = payloads;
		this.idGenerator = idGenerator;
	}

	// A generated id must not exist yet, regardless of the conflict policy of the job,
	// because the caller did not choose the id and cannot refer to an existing job with
	// it
	PreparedJob prepare(Job job, TraceHeaders trace) {
		JobRecord record = new JobRecord(this.payloads.write(job.topic(), job.payload()), trace.addedTo(job.headers()),
				job.ttr(), job.maxAttempts(), job.priority());
		String id = job.id();
		return new PreparedJob(job, (id != null) ? new NewJob(job.topic(), id, job.dueTime(), job.onConflict(), record)
				: new NewJob(job.topic(), this.idGenerator.generate(), job.dueTime(), ConflictPolicy.REJECT, record));
	}

	PreparedJob withNewId(PreparedJob job) {
		return job.withId(this.idGenerator.generate());
	}

}
