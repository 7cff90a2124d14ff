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

package io.delay.template;

import org.springframework.util.unit.DataSize;

import io.delay.converter.PayloadConverter;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.PayloadTooLargeException;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

/**
 * A converted job, ready to be sent.
 *
 * @param job the job as submitted by the caller
 * @param record the data to store
 */
record PreparedJob(Job job, JobRecord record) {

	static PreparedJob of(Job job, PayloadConverter converter, DataSize maxPayloadSize, TraceHeaders trace) {
		byte[] payload = converter.write(job.payload());
		if (payload.length > maxPayloadSize.toBytes()) {
			throw new PayloadTooLargeException(job.topic(), payload.length, maxPayloadSize.toBytes());
		}
		return new PreparedJob(job,
				new JobRecord(payload, trace.addedTo(job.headers()), job.ttr(), job.maxAttempts(), job.priority()));
	}

	boolean hasGeneratedId() {
		return this.job.id() == null;
	}

	boolean rejectsConflict() {
		return !hasGeneratedId() && this.job.onConflict() == ConflictPolicy.REJECT;
	}

	/**
	 * Create the job for the store. A generated id must not exist yet, regardless of the
	 * conflict policy of the job, because the caller did not choose the id and cannot
	 * refer to an existing job with it.
	 */
	NewJob toNewJob(JobIdGenerator idGenerator) {
		String id = this.job.id();
		return (id != null) ? new NewJob(this.job.topic(), id, this.job.dueTime(), this.job.onConflict(), this.record)
				: new NewJob(this.job.topic(), idGenerator.generate(), this.job.dueTime(), ConflictPolicy.REJECT,
						this.record);
	}

}
