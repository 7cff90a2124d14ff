// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.actuate.descriptor.Problem;
import io.delay.actuate.request.EndpointParameters;
import io.delay.actuate.request.JobIds;
import io.delay.actuate.request.ProblemException;
import io.delay.admin.DelayAdminOperations;
import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.JobEdit;
import io.delay.template.DelayOperations;

/**
 * The operations of the endpoint that submit a job, or change jobs with given ids.
 */
final class JobChanges {

	private static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);

	private final DelayAdminOperations admin;

	private final KnownTopics topics;

	private final @Nullable DelayOperations delay;

	/**
	 * Create the operations.
	 * @param delay submits jobs, {@code null} if the application cannot submit any
	 */
	JobChanges(DelayAdminOperations admin, KnownTopics topics, @Nullable DelayOperations delay) {
		this.admin = admin;
		this.topics = topics;
		this.delay = delay;
	}

	/** Submit a job. An existing job with the id is kept. */
	ChangeDescriptor.Submitted submit(String topic, EndpointParameters parameters) {
		DelayOperations operations = this.delay;
		if (operations == null) {
			throw new IllegalStateException("Jobs cannot be submitted, because there is no DelayOperations bean");
		}
		Job job = job(this.topics.check(topic), parameters);
		SubmitResult result = this.admin.jobs().submit(topic, () -> operations.submit(job));
		return new ChangeDescriptor.Submitted(topic, result.id(), result.status(), result.dueTime(), result.found());
	}

	private static Job job(String topic, EndpointParameters parameters) {
		String payload = parameters.raw("payloadText");
		Job.Builder job = Job.to(topic)
			.payload(JobRules.encode("Parameter 'payloadText'", (payload != null) ? payload : ""));
		String id = parameters.text("id");
		if (id != null) {
			job.id(id);
		}
		parameters.checkNotBoth("dueTime", "delay");
		job.delay(parameters.duration("delay", Duration.ZERO));
		if (parameters.text("dueTime") != null) {
			job.dueTime(parameters.instant("dueTime", Instant.EPOCH));
		}
		return job.build();
	}

	Object kick(String topic, EndpointParameters parameters) {
		Duration delay = parameters.duration("delay", Duration.ZERO);
		return changed(topic, parameters, (ids) -> this.admin.jobs().kick(topic, ids, delay), Set.of(JobState.FAILED));
	}

	Object bury(String topic, EndpointParameters parameters) {
		String reason = parameters.text("reason", "Buried by an operator");
		return changed(topic, parameters, (ids) -> this.admin.jobs().bury(topic, ids, reason), WAITING);
	}

	Object reschedule(String topic, EndpointParameters parameters) {
		DueTime dueTime = parameters.requiredDueTime();
		return changed(topic, parameters, (ids) -> this.admin.jobs().reschedule(topic, ids, dueTime), WAITING);
	}

	ChangeDescriptor.OfJob edit(String topic, EndpointParameters parameters) {
		String id = JobIds.one(parameters);
		EditResult result = this.admin.jobs().edit(topic, id, edit(parameters));
		JobState found = result.found();
		if (found == null) {
			throw KnownTopics.noJob(topic, id);
		}
		if (result.status() != EditResult.Status.EDITED) {
			throw notEdited("Job '" + id + "' of topic '" + topic + "'", found);
		}
		return new ChangeDescriptor.OfJob(topic, id, found, true);
	}

	private static ProblemException notEdited(String job, JobState found) {
		if (found == JobState.RESERVED) {
			return new ProblemException(Problem.Type.JOB_RESERVED, job
					+ " is RESERVED now, because a worker has received it since it was read; nothing was changed. Read the "
					+ "job again when its attempt has ended, and edit it with its new version");
		}
		return new ProblemException(Problem.Type.CONFLICT, job + " has changed since it was read and is " + found
				+ " now; nothing was changed. Read the job again, and edit it with its new version");
	}

	private static JobEdit edit(EndpointParameters parameters) {
		String version = parameters.required("version", "the version of the job that was read");
		DueTime dueTime = parameters.dueTime();
		String payload = parameters.raw("payloadText");
		if (payload == null) {
			Assert.notNull(dueTime, "An edit needs 'payloadText', 'delay' or 'dueTime'");
			return JobEdit.ofDueTime(version, dueTime);
		}
		JobEdit edit = JobEdit.ofPayload(version, JobRules.encode("Parameter 'payloadText'", payload));
		return (dueTime != null) ? edit.withDueTime(dueTime) : edit;
	}

	Object cancel(String topic, EndpointParameters parameters) {
		return changed(topic, parameters, (ids) -> this.admin.jobs().cancel(topic, ids), Set.of(JobState.values()));
	}

	// A missing job is an error if it is the only one; otherwise it is counted.
	private Object changed(String topic, EndpointParameters parameters,
			Function<List<String>, List<Optional<JobState>>> change, Set<JobState> changeable) {
		JobIds jobs = JobIds.of(parameters);
		if (!jobs.single()) {
			this.topics.check(topic);
			return ChangeDescriptor.OfIds.of(topic, change.apply(jobs.ids()), changeable);
		}
		String id = jobs.ids().get(0);
		JobState state = change.apply(jobs.ids()).get(0).orElseThrow(() -> KnownTopics.noJob(topic, id));
		return new ChangeDescriptor.OfJob(topic, id, state, changeable.contains(state));
	}

}
