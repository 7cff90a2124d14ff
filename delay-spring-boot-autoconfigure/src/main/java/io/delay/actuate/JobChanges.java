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
import io.delay.actuate.request.JobIds;
import io.delay.actuate.request.OperationParameter;
import io.delay.admin.DelayAdminOperations;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.JobEdit;

/**
 * The operations of the endpoint that change jobs with given ids.
 */
final class JobChanges {

	private static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);

	private final DelayAdminOperations admin;

	private final KnownTopics topics;

	JobChanges(DelayAdminOperations admin, KnownTopics topics) {
		this.admin = admin;
		this.topics = topics;
	}

	Object kick(String topic, JobIds jobs, @Nullable String delay) {
		Duration wait = new OperationParameter("delay", delay).asDuration(Duration.ZERO);
		return changed(topic, jobs, (ids) -> this.admin.jobs().kick(topic, ids, wait), Set.of(JobState.FAILED));
	}

	Object bury(String topic, JobIds jobs, @Nullable String reason) {
		String words = new OperationParameter("reason", reason).orElse("Buried by an operator");
		return changed(topic, jobs, (ids) -> this.admin.jobs().bury(topic, ids, words), WAITING);
	}

	Object reschedule(String topic, JobIds jobs, @Nullable String delay, @Nullable String dueTime) {
		OperationParameter wait = new OperationParameter("delay", delay);
		OperationParameter time = new OperationParameter("dueTime", dueTime).notWith(wait);
		if (time.text() != null) {
			Instant instant = time.asInstant(Instant.EPOCH);
			return changed(topic, jobs, (ids) -> this.admin.jobs().reschedule(topic, ids, DueTime.at(instant)),
					WAITING);
		}
		wait.required("30s");
		Duration duration = wait.asDuration(Duration.ZERO);
		return changed(topic, jobs, (ids) -> this.admin.jobs().reschedule(topic, ids, DueTime.after(duration)),
				WAITING);
	}

	ChangeDescriptor.OfJob edit(String topic, @Nullable String id, @Nullable String version, @Nullable String payload,
			@Nullable String delay, @Nullable String dueTime) {
		String known = JobIds.one(id);
		String read = new OperationParameter("version", version).required("the version of the job that was read");
		EditResult result = this.admin.jobs().edit(topic, known, edit(read, payload, dueTime(delay, dueTime)));
		JobState found = result.found();
		if (found == null) {
			throw KnownTopics.noJob(topic, known);
		}
		if (result.status() != EditResult.Status.EDITED) {
			throw new IllegalStateException("Job '" + known + "' of topic '" + topic + "' " + notEdited(found));
		}
		return new ChangeDescriptor.OfJob(topic, known, found, true);
	}

	private static String notEdited(JobState found) {
		if (found == JobState.RESERVED) {
			return "is RESERVED now, because a worker has received it since it was read; nothing was changed. Read the "
					+ "job again when its attempt has ended, and edit it with its new version";
		}
		return "has changed since it was read and is " + found + " now; nothing was changed. Read the job again, and "
				+ "edit it with its new version";
	}

	private static JobEdit edit(String version, @Nullable String payload, @Nullable DueTime dueTime) {
		if (payload == null) {
			Assert.notNull(dueTime, "An edit needs a payload, a delay or a due time");
			return JobEdit.ofDueTime(version, dueTime);
		}
		JobEdit edit = JobEdit.ofPayload(version, JobRules.encode("Parameter 'payload'", payload));
		return (dueTime != null) ? edit.withDueTime(dueTime) : edit;
	}

	private static @Nullable DueTime dueTime(@Nullable String delay, @Nullable String dueTime) {
		OperationParameter wait = new OperationParameter("delay", delay);
		OperationParameter time = new OperationParameter("dueTime", dueTime).notWith(wait);
		if (time.text() != null) {
			return DueTime.at(time.asInstant(Instant.EPOCH));
		}
		return (wait.text() != null) ? DueTime.after(wait.asDuration(Duration.ZERO)) : null;
	}

	Object cancel(String topic, JobIds jobs) {
		return changed(topic, jobs, (ids) -> this.admin.jobs().cancel(topic, ids), Set.of(JobState.values()));
	}

	// A missing job is an error if it is the only one; otherwise it is counted.
	private Object changed(String topic, JobIds jobs, Function<List<String>, List<Optional<JobState>>> change,
			Set<JobState> changeable) {
		if (!jobs.single()) {
			this.topics.check(topic);
			return ChangeDescriptor.OfIds.of(topic, change.apply(jobs.ids()), changeable);
		}
		String id = jobs.ids().get(0);
		JobState state = change.apply(jobs.ids()).get(0).orElseThrow(() -> KnownTopics.noJob(topic, id));
		return new ChangeDescriptor.OfJob(topic, id, state, changeable.contains(state));
	}

}
