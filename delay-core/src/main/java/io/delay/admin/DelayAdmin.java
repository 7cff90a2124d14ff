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

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.delay.admin.failures.FailureGroups;
import io.delay.delivery.HandlerScope;
import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.PayloadTooLargeException;
import io.delay.store.FailureReason;
import io.delay.store.JobStore;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditFinding;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;
import io.delay.store.throughput.TopicThroughput;

/**
 * The default implementation of {@link DelayAdminOperations}, based on a
 * {@link JobStore}. This class is thread-safe.
 *
 * @since 0.1.0
 */
public final class DelayAdmin implements DelayAdminOperations {

	private static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);

	private final JobStore store;

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	private final String host;

	private final DataSize maxPayloadSize;

	private final OperatorTrail trail;

	/**
	 * Create an admin with the options {@link DelayAdminOptions#defaults()}.
	 * @param store the store of the jobs
	 * @param inspector the inspector of the same store
	 * @param administrator the administrator of the same store
	 */
	public DelayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator) {
		this(store, inspector, administrator, DelayAdminOptions.defaults());
	}

	/**
	 * Create an admin.
	 * @param store the store of the jobs
	 * @param inspector the inspector of the same store
	 * @param administrator the administrator of the same store
	 * @param options the options
	 */
	public DelayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator,
			DelayAdminOptions options) {
		Assert.notNull(store, "'store' must not be null");
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(administrator, "'administrator' must not be null");
		Assert.notNull(options, "'options' must not be null");
		this.store = store;
		this.inspector = inspector;
		this.administrator = administrator;
		this.host = options.host();
		this.maxPayloadSize = options.maxPayloadSize();
		this.trail = new OperatorTrail(options);
	}

	private DelayAdmin(DelayAdmin admin, OperatorTrail trail) {
		this.store = admin.store;
		this.inspector = admin.inspector;
		this.administrator = admin.administrator;
		this.host = admin.host;
		this.maxPayloadSize = admin.maxPayloadSize;
		this.trail = trail;
	}

	@Override
	public DelayAdmin actingAs(String operator) {
		Assert.hasText(operator, "'operator' must not be empty");
		return new DelayAdmin(this, this.trail.of(operator));
	}

	@Override
	public Set<String> topics() {
		return Collections.unmodifiableSet(new TreeSet<>(this.inspector.topics()));
	}

	@Override
	public TopicStatus status(String topic) {
		return this.inspector.status(JobRules.checkTopic(topic));
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return this.inspector.consumers(JobRules.checkTopic(topic));
	}

	@Override
	public JobPage page(String topic, JobState state, @Nullable JobPosition after, int limit) {
		return page(topic, state, PageOrder.OLDEST_FIRST, after, limit);
	}

	@Override
	public JobPage page(String topic, JobState state, PageOrder order, @Nullable JobPosition after, int limit) {
		return new PageReader(this.inspector).read(new JobPageRequest(topic, state, order, after, limit));
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return this.inspector.find(JobRules.checkTopic(topic), JobRules.checkId(id));
	}

	@Override
	public RunPage history(String topic, @Nullable RunPosition after, int limit) {
		return this.inspector.runs(new RunPageRequest(topic, null, after, limit));
	}

	@Override
	public RunPage history(String topic, String id, @Nullable RunPosition after, int limit) {
		return this.inspector.runs(new RunPageRequest(topic, JobRules.checkId(id), after, limit));
	}

	@Override
	public Optional<JobLife> life(String topic, String id) {
		StoredJob job = find(topic, id).orElse(null);
		List<FinishedRun> runs = history(topic, id, null, JobLife.MAX_RUNS).runs();
		return (job != null || !runs.isEmpty()) ? Optional.of(new JobLife(job, runs)) : Optional.empty();
	}

	@Override
	public List<ForecastInterval> forecast(String topic, Instant from, Instant to, Duration interval) {
		ForecastRange forecast = ForecastRange.of(topic, from, to, interval);
		return forecast.due(this.inspector.forecast(forecast.request()));
	}

	@Override
	public TopicThroughput throughput(String topic) {
		return this.inspector.throughput(JobRules.checkTopic(topic));
	}

	@Override
	public Optional<JobState> kick(String topic, String id) {
		return kick(topic, id, Duration.ZERO);
	}

	@Override
	public Optional<JobState> kick(String topic, String id, Duration delay) {
		return kick(topic, List.of(JobRules.checkId(id)), delay).get(0);
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids) {
		return kick(topic, ids, Duration.ZERO);
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, Duration delay) {
		JobRules.checkTopic(topic);
		DueTime dueTime = DueTime.after(delay);
		List<String> known = checkIds(ids);
		OperatorAction action = this.trail.begin(Action.KICK, topic);
		return action.run(() -> new LongOperation("Kicking jobs of topic '" + topic + "'").forEach(known,
				(some) -> action.found(some, this.administrator.kick(topic, some, dueTime), Set.of(JobState.FAILED))));
	}

	@Override
	public long kickAll(String topic) {
		return kickAll(topic, Duration.ZERO);
	}

	@Override
	public long kickAll(String topic, Duration delay) {
		DueTime dueTime = DueTime.after(delay);
		LongOperation operation = new LongOperation("Kicking jobs of topic '" + JobRules.checkTopic(topic) + "'");
		OperatorAction action = this.trail.begin(Action.KICK, topic);
		return action.run(() -> {
			operation.repeat(() -> count(topic, JobState.FAILED),
					(limit) -> action.jobs(this.administrator.kickOldest(topic, limit, dueTime)));
			return operation.done();
		});
	}

	@Override
	public FailureGroups failureGroups(String topic) {
		return new FailureScan(this.inspector, JobRules.checkTopic(topic)).groups();
	}

	@Override
	public long kickGroup(String topic, String cause, Duration spread, LongConsumer progress) {
		JobRules.checkDelay(spread);
		return changeGroup(Action.KICK, topic, cause, progress, (jobs) -> (from, to) -> this.administrator
			.kickUnchanged(topic, jobs.subList(from, to), FailureScan.dueTimes(spread, from, to, jobs.size())));
	}

	@Override
	public long cancelGroup(String topic, String cause, LongConsumer progress) {
		return changeGroup(Action.CANCEL, topic, cause, progress,
				(jobs) -> (from, to) -> this.administrator.cancelUnchanged(topic, jobs.subList(from, to)));
	}

	private long changeGroup(Action kind, String topic, String cause, LongConsumer progress,
			Function<List<FailedJob>, IntBinaryOperator> step) {
		FailureScan scan = new FailureScan(this.inspector, JobRules.checkTopic(topic));
		Assert.hasText(cause, "'cause' must not be empty");
		Assert.notNull(progress, "'progress' must not be null");
		LongOperation operation = new LongOperation(
				((kind == Action.KICK) ? "Kicking" : "Cancelling") + " failed jobs of topic '" + topic + "'");
		OperatorAction action = this.trail.begin(kind, topic).of(JobState.FAILED);
		return action.run(() -> {
			List<FailedJob> jobs = scan.group(cause);
			IntBinaryOperator change = step.apply(jobs);
			return operation.inSteps(jobs.size(), FailureScan.STEP,
					(from, to) -> action.jobs(change.applyAsInt(from, to)), progress);
		});
	}

	@Override
	public Optional<JobState> bury(String topic, String id, String reason) {
		return bury(topic, List.of(JobRules.checkId(id)), reason).get(0);
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, String reason) {
		JobRules.checkTopic(topic);
		Assert.hasText(reason, "'reason' must not be empty");
		FailureReason failure = new FailureReason(reason, this.host);
		List<String> known = checkIds(ids);
		OperatorAction action = this.trail.begin(Action.BURY, topic);
		return action.run(() -> new LongOperation("Burying jobs of topic '" + topic + "'").forEach(known,
				(some) -> action.found(some, this.administrator.bury(topic, some, failure), WAITING)));
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		OperatorAction action = this.trail.begin(Action.CANCEL, JobRules.checkTopic(topic));
		List<String> ids = List.of(JobRules.checkId(id));
		Optional<JobState> found = action
			.run(() -> action.found(ids, List.of(this.store.cancel(topic, id)), Set.of(JobState.values())).get(0));
		cancelled(topic, ids, List.of(found));
		return found;
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		JobRules.checkTopic(topic);
		List<String> known = checkIds(ids);
		OperatorAction action = this.trail.begin(Action.CANCEL, topic);
		return action.run(() -> new LongOperation("Cancelling jobs of topic '" + topic + "'").forEach(known,
				(some) -> cancelled(topic, some,
						action.found(some, this.administrator.cancel(topic, some), Set.of(JobState.values())))));
	}

	private static List<Optional<JobState>> cancelled(String topic, List<String> ids, List<Optional<JobState>> found) {
		for (int i = 0; i < ids.size(); i++) {
			if (found.get(i).filter(JobState.RESERVED::equals).isPresent()) {
				HandlerScope.ended(topic, ids.get(i), HandlerScope.End.CANCELLED);
			}
		}
		return found;
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, Duration delay) {
		return reschedule(topic, ids, DueTime.after(delay));
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, Instant dueTime) {
		return reschedule(topic, ids, DueTime.at(dueTime));
	}

	private List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime) {
		JobRules.checkTopic(topic);
		List<String> known = checkIds(ids);
		OperatorAction action = this.trail.begin(Action.RESCHEDULE, topic);
		return action.run(() -> new LongOperation("Rescheduling jobs of topic '" + topic + "'").forEach(known,
				(some) -> action.found(some, this.administrator.reschedule(topic, some, dueTime), WAITING)));
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		OperatorAction action = this.trail.begin(Action.EDIT, JobRules.checkTopic(topic));
		JobRules.checkId(id);
		Assert.notNull(edit, "'edit' must not be null");
		byte[] payload = edit.payload();
		if (payload != null && payload.length > this.maxPayloadSize.toBytes()) {
			throw new PayloadTooLargeException(topic, payload.length, this.maxPayloadSize.toBytes());
		}
		return action.run(() -> {
			EditResult result = this.administrator.edit(topic, id, edit);
			if (result.status() == EditResult.Status.EDITED) {
				action.job(id);
			}
			return result;
		});
	}

	@Override
	public long purge(String topic) {
		// Purge the states in the order of the life cycle, so that jobs that change state
		// in the meantime are still found
		return purge(topic, List.of(JobState.values()));
	}

	@Override
	public long purge(String topic, JobState state) {
		Assert.notNull(state, "'state' must not be null");
		return purge(topic, List.of(state));
	}

	private long purge(String topic, List<JobState> states) {
		LongOperation operation = new LongOperation("Purging topic '" + JobRules.checkTopic(topic) + "'");
		OperatorAction action = this.trail.begin(Action.PURGE, topic);
		if (states.size() == 1) {
			action.of(states.get(0));
		}
		return action.run(() -> {
			states.forEach((state) -> operation.repeat(() -> count(topic, state),
					(limit) -> action.jobs(this.administrator.purge(topic, state, limit))));
			return operation.done();
		});
	}

	@Override
	public boolean pause(String topic) {
		OperatorAction action = this.trail.begin(Action.PAUSE, JobRules.checkTopic(topic));
		return action.run(() -> action.topic(this.administrator.pause(topic, action.operator())));
	}

	@Override
	public boolean resume(String topic) {
		OperatorAction action = this.trail.begin(Action.RESUME, JobRules.checkTopic(topic));
		return action.run(() -> action.topic(this.administrator.resume(topic)));
	}

	@Override
	public ForgetResult forget(String topic) {
		OperatorAction action = this.trail.begin(Action.FORGET, JobRules.checkTopic(topic));
		return action.run(() -> {
			ForgetResult result = this.administrator.forget(topic);
			action.topic(result.forgotten());
			return result;
		});
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		return this.inspector.audit(JobRules.checkTopic(topic), step);
	}

	@Override
	public AuditReport auditAll(String topic, int maxFindings) {
		Assert.isTrue(maxFindings >= 0, () -> "Max findings " + maxFindings + " must not be negative");
		long checked = 0;
		long found = 0;
		List<AuditFinding> findings = new ArrayList<>();
		String step = null;
		do {
			AuditPage page = audit(topic, step);
			checked += page.checked();
			found += page.findings().size();
			page.findings().stream().limit(maxFindings - findings.size()).forEach(findings::add);
			step = page.next();
		}
		while (step != null);
		return new AuditReport(checked, found, findings);
	}

	private long count(String topic, JobState state) {
		return this.inspector.status(topic).count(state);
	}

	private static List<String> checkIds(List<String> ids) {
		Assert.notNull(ids, "'ids' must not be null");
		Set<String> known = new HashSet<>();
		ids.forEach((id) -> Assert.isTrue(known.add(JobRules.checkId(id)),
				() -> "Job id '" + id + "' must not be repeated"));
		return List.copyOf(ids);
	}

}
