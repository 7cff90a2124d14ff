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
