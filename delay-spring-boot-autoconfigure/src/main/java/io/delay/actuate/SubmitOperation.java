// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.actuate.request.OperationParameter;
import io.delay.admin.DelayAdminOperations;
import io.delay.job.Job;
import io.delay.job.JobRules;
import io.delay.job.SubmitResult;
import io.delay.template.DelayOperations;

/**
 * The operation of the endpoint that submits a job.
 */
final class SubmitOperation {

	private final DelayAdminOperations admin;

	private final KnownTopics topics;

	private final @Nullable DelayOperations delay;

	/**
	 * Create the operation.
	 * @param admin reports the submit as a change of the operator
	 * @param topics the topics to which jobs can be submitted
	 * @param delay submits the job, {@code null} if the application cannot submit jobs
	 */
	SubmitOperation(DelayAdminOperations admin, KnownTopics topics, @Nullable DelayOperations delay) {
		this.admin = admin;
		this.topics = topics;
		this.delay = delay;
	}

	/**
	 * Submit a job. An existing job with the id is kept.
	 * @param id the id, {@code null} to generate one
	 * @param payload the payload as text
	 * @param delay how long until the job is due
	 * @param dueTime when the job is due, instead of the delay
	 * @return the result
	 */
	ChangeDescriptor.Submitted submit(String topic, @Nullable String id, @Nullable String payload,
			@Nullable String delay, @Nullable String dueTime) {
		DelayOperations operations = this.delay;
		if (operations == null) {
			throw new IllegalStateException("Jobs cannot be submitted, because there is no DelayOperations bean");
		}
		Job job = job(this.topics.check(topic), id, (payload != null) ? payload : "", delay, dueTime);
		SubmitResult result = this.admin.jobs().submit(topic, () -> operations.submit(job));
		return new ChangeDescriptor.Submitted(topic, result.id(), result.status(), result.dueTime(), result.found());
	}

	private static Job job(String topic, @Nullable String id, String payload, @Nullable String delay,
			@Nullable String dueTime) {
		OperationParameter wait = new OperationParameter("delay", delay);
		OperationParameter time = new OperationParameter("dueTime", dueTime).notWith(wait);
		Job.Builder job = Job.to(topic)
			.payload(JobRules.encode("Parameter 'payload'", payload))
			.delay(wait.asDuration(Duration.ZERO));
		String known = new OperationParameter("id", id).text();
		if (known != null) {
			job.id(known);
		}
		if (time.text() != null) {
			job.dueTime(time.asInstant(Instant.EPOCH));
		}
		return job.build();
	}

}
