// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.delivery.HandlerScope;
import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.PayloadTooLargeException;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.FailureReason;
import io.delay.store.JobStore;
import io.delay.store.StoredJob;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

/**
 * What an operator sees of jobs, and the actions on jobs with given ids.
 */
final class JobActions implements JobOperations {

	private static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);

	private final JobStore store;

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	private final DelayAdminOptions options;

	private final OperatorTrail trail;

	JobActions(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator,
			DelayAdminOptions options, OperatorTrail trail) {
		this.store = store;
		this.inspector = inspector;
		this.administrator = administrator;
		this.options = options;
		this.trail = trail;
	}

	@Override
	public JobPage page(String topic, JobState state, PageOrder order, @Nullable JobPosition after, int limit) {
		return new PageReader(this.inspector).read(new JobPageRequest(topic, state, order, after, limit));
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return this.inspector.find(JobRules.checkTopic(topic), JobRules.checkStoredId(id));
	}

	@Override
	public RunPage history(String topic, @Nullable RunPosition after, int limit) {
		return new PageReader(this.inspector).read(new RunPageRequest(topic, null, after, limit));
	}

	@Override
	public RunPage history(String topic, String id, @Nullable RunPosition after, int limit) {
		return new PageReader(this.inspector).read(new RunPageRequest(topic, JobRules.checkStoredId(id), after, limit));
	}

	@Override
	public Optional<JobLife> life(String topic, String id) {
		StoredJob job = find(topic, id).orElse(null);
		RunPage page = history(topic, id, null, JobLife.MAX_RUNS);
		return (job != null || !page.runs().isEmpty())
				? Optional.of(new JobLife(job, page.runs(), page.searchedBackTo())) : Optional.empty();
	}

	@Override
	public SubmitResult submit(String topic, Supplier<SubmitResult> submit) {
		Assert.notNull(submit, "'submit' must not be null");
		OperatorAction action = this.trail.begin(Action.SUBMIT, JobRules.checkTopic(topic));
		return action.run(() -> {
			SubmitResult result = submit.get();
			if (result.status() != SubmitStatus.EXISTING) {
				action.job(result.id());
			}
			return result;
		});
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, Duration delay) {
		DueTime dueTime = DueTime.after(delay);
		return change(Action.KICK, "Kicking", topic, ids, Set.of(JobState.FAILED),
				(some) -> this.administrator.kick(topic, some, dueTime));
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, String reason) {
		Assert.hasText(reason, "'reason' must not be empty");
		FailureReason failure = new FailureReason(reason, this.options.host());
		return change(Action.BURY, "Burying", topic, ids, WAITING,
				(some) -> this.administrator.bury(topic, some, failure));
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		OperatorAction action = this.trail.begin(Action.CANCEL, JobRules.checkTopic(topic));
		List<String> ids = List.of(JobRules.checkStoredId(id));
		Optional<JobState> found = action
			.run(() -> action.found(ids, List.of(this.store.cancel(topic, id)), Set.of(JobState.values())).get(0));
		cancelled(topic, ids, List.of(found));
		return found;
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		return change(Action.CANCEL, "Cancelling", topic, ids, Set.of(JobState.values()),
				(some) -> cancelled(topic, some, this.administrator.cancel(topic, some)));
	}

	private List<Optional<JobState>> cancelled(String topic, List<String> ids, List<Optional<JobState>> found) {
		for (int i = 0; i < ids.size(); i++) {
			if (found.get(i).filter(JobState.RESERVED::equals).isPresent()) {
				HandlerScope.ended(topic, ids.get(i), HandlerScope.End.CANCELLED, this.store.joinsTransaction());
			}
		}
		return found;
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime) {
		return change(Action.RESCHEDULE, "Rescheduling", topic, ids, WAITING,
				(some) -> this.administrator.reschedule(topic, some, dueTime));
	}

	private List<Optional<JobState>> change(Action kind, String description, String topic, List<String> ids,
			Set<JobState> changed, Function<List<String>, List<Optional<JobState>>> step) {
		JobRules.checkTopic(topic);
		List<String> known = checkIds(ids);
		OperatorAction action = this.trail.begin(kind, topic);
		return action.run(() -> new LongOperation(description + " jobs of topic '" + topic + "'").forEach(known,
				(some) -> action.found(some, step.apply(some), changed)));
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		OperatorAction action = this.trail.begin(Action.EDIT, JobRules.checkTopic(topic));
		JobRules.checkStoredId(id);
		Assert.notNull(edit, "'edit' must not be null");
		byte[] payload = edit.payload();
		if (payload != null && payload.length > this.options.maxPayloadSize().toBytes()) {
			throw new PayloadTooLargeException(topic, payload.length, this.options.maxPayloadSize().toBytes());
		}
		return action.run(() -> {
			EditResult result = this.administrator.edit(topic, id, edit);
			if (result.status() == EditResult.Status.EDITED) {
				action.job(id);
			}
			return result;
		});
	}

	private static List<String> checkIds(List<String> ids) {
		Assert.notNull(ids, "'ids' must not be null");
		Set<String> known = new HashSet<>();
		ids.forEach((id) -> Assert.isTrue(known.add(JobRules.checkStoredId(id)),
				() -> "Job id '" + id + "' must not be repeated"));
		return List.copyOf(ids);
	}

}
