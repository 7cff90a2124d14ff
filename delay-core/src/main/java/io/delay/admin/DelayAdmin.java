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

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.delivery.HandlerScope;
import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.AuditFinding;
import io.delay.store.AuditPage;
import io.delay.store.FailureReason;
import io.delay.store.ForgetResult;
import io.delay.store.JobPage;
import io.delay.store.JobPageRequest;
import io.delay.store.JobPosition;
import io.delay.store.JobStore;
import io.delay.store.JobStoreAdministrator;
import io.delay.store.JobStoreInspector;
import io.delay.store.SeenConsumer;
import io.delay.store.StoredJob;
import io.delay.store.TopicStatus;

/**
 * What a person does with jobs: see how topics stand, look at jobs, kick, bury, cancel
 * and purge them, pause a topic and resume it, forget it. Safe for use by several
 * threads.
 * <p>
 * All methods throw {@link IllegalArgumentException} if a topic, an id, a time or a
 * number is not valid, before anything is sent, and
 * {@link org.springframework.dao.DataAccessException} if the store cannot be reached: its
 * subclass {@link io.delay.store.OutcomeUnknownException} if a change may have been
 * carried out nevertheless.
 * <p>
 * What concerns many jobs is done in steps of at most
 * {@value JobStoreAdministrator#MAX_JOBS} jobs, each of them atomic, so that no store is
 * held up by it. If the first step fails, the exception passes through; if a later one
 * does, a {@link PartlyDoneException} tells how many jobs were dealt with. In both cases
 * the call can be repeated.
 * <p>
 * Whatever changes something is logged at INFO with who did what to how many jobs, and
 * published as a {@link io.delay.event.DelayAdminEvent}; what changes nothing is logged
 * at DEBUG.
 *
 * @since 0.1.0
 */
public final class DelayAdmin {

	private static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);

	private final JobStore store;

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	private final String host;

	private final OperatorTrail trail;

	/**
	 * Create an admin with the options {@link DelayAdminOptions#defaults()}.
	 * @param store keeps the jobs
	 * @param inspector looks into the same store
	 * @param administrator moves jobs in the same store
	 */
	public DelayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator) {
		this(store, inspector, administrator, DelayAdminOptions.defaults());
	}

	/**
	 * Create an admin.
	 * @param store keeps the jobs
	 * @param inspector looks into the same store
	 * @param administrator moves jobs in the same store
	 * @param options what it goes by
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
		this.trail = new OperatorTrail(options);
	}

	private DelayAdmin(DelayAdmin admin, OperatorTrail trail) {
		this.store = admin.store;
		this.inspector = admin.inspector;
		this.administrator = admin.administrator;
		this.host = admin.host;
		this.trail = trail;
	}

	/**
	 * The same admin for somebody whose name is known, as in
	 * {@code delayAdmin.actingAs("alice").pause("orders")}. Otherwise the name is that
	 * which {@link CurrentOperator} finds, or that of the application.
	 * @param operator the name, which is kept with pauses and stands in logs and events;
	 * see {@link io.delay.store.Operator} for what becomes of unprintable characters
	 * @return an admin that does everything in that name
	 */
	public DelayAdmin actingAs(String operator) {
		Assert.hasText(operator, "'operator' must not be empty");
		return new DelayAdmin(this, this.trail.of(operator));
	}

	/**
	 * The topics that were ever submitted to, listened to or paused, and were not
	 * forgotten since.
	 * @return the topics in alphabetical order
	 */
	public Set<String> topics() {
		return Collections.unmodifiableSet(new TreeSet<>(this.inspector.topics()));
	}

	/**
	 * Tell how a topic stands.
	 * @param topic the topic
	 * @return the number of jobs in each state and more; all zero for a topic that is not
	 * known
	 */
	public TopicStatus status(String topic) {
		return this.inspector.status(JobRules.checkTopic(topic));
	}

	/**
	 * Tell who handles a topic, in all applications. A consumer that was killed is seen
	 * for up to {@link JobStore#CONSUMER_EXPIRY}.
	 * @param topic the topic
	 * @return the consumers, by their id, at most
	 * {@value JobStoreInspector#MAX_CONSUMERS}; empty if there are none
	 */
	public List<SeenConsumer> consumers(String topic) {
		return this.inspector.consumers(JobRules.checkTopic(topic));
	}

	/**
	 * List jobs of one state, oldest first: waiting jobs by due time, reserved ones by
	 * the end of their lease, failed ones by the time of burial.
	 * @param topic the topic
	 * @param state the state
	 * @param after {@code null} for the first page, then {@link JobPage#next()} of the
	 * last one
	 * @param limit the most jobs on the page, 1 to {@value JobPageRequest#MAX_LIMIT};
	 * large payloads make it shorter
	 * @return the jobs, with their last failures
	 */
	public JobPage page(String topic, JobState state, @Nullable JobPosition after, int limit) {
		return this.inspector.page(new JobPageRequest(topic, state, after, limit));
	}

	/**
	 * Find a job in whatever state.
	 * @param topic the topic
	 * @param id the id
	 * @return the job, empty if there is none
	 */
	public Optional<StoredJob> find(String topic, String id) {
		return this.inspector.find(JobRules.checkTopic(topic), JobRules.checkId(id));
	}

	/**
	 * Count the waiting jobs that become due in a time, or became due in it and still
	 * wait.
	 * @param topic the topic
	 * @param from where the first interval begins; fractions of a millisecond are dropped
	 * @param to the time is divided into intervals until this is reached, so the last one
	 * may end later; fractions of a millisecond are dropped
	 * @param interval how long each interval is, a millisecond or longer
	 * @return the intervals, one after the other
	 * @throws IllegalArgumentException if there would be more than
	 * {@value io.delay.store.ForecastRequest#MAX_INTERVALS} intervals; it names an
	 * interval that would do
	 */
	public List<DueJobs> forecast(String topic, Instant from, Instant to, Duration interval) {
		Forecast forecast = Forecast.of(topic, from, to, interval);
		return forecast.due(this.inspector.forecast(forecast.request()));
	}

	/**
	 * Put a failed job back to waiting, to run as soon as a worker is free. Its attempts
	 * start again, its last error is kept. A job in another state is left as it is.
	 * @param topic the topic
	 * @param id the id
	 * @return the state in which the job was found, empty if there is none
	 */
	public Optional<JobState> kick(String topic, String id) {
		return kick(topic, id, Duration.ZERO);
	}

	/**
	 * Put a failed job back to waiting. Its attempts start again, its last error is kept.
	 * A job in another state is left as it is.
	 * @param topic the topic
	 * @param id the id
	 * @param delay when the job may run, from now
	 * @return the state in which the job was found, empty if there is none
	 */
	public Optional<JobState> kick(String topic, String id, Duration delay) {
		return kick(topic, List.of(JobRules.checkId(id)), delay).get(0);
	}

	/**
	 * Put failed jobs back to waiting, as {@link #kick(String, String)} does.
	 * @param topic the topic
	 * @param ids the ids, each once
	 * @return per id, in the same order, the state in which the job was found, empty if
	 * there is none
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	public List<Optional<JobState>> kick(String topic, List<String> ids) {
		return kick(topic, ids, Duration.ZERO);
	}

	/**
	 * Put failed jobs back to waiting, as {@link #kick(String, String, Duration)} does.
	 * @param topic the topic
	 * @param ids the ids, each once
	 * @param delay when the jobs may run, from now
	 * @return per id, in the same order, the state in which the job was found, empty if
	 * there is none
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	public List<Optional<JobState>> kick(String topic, List<String> ids, Duration delay) {
		JobRules.checkTopic(topic);
		DueTime dueTime = DueTime.after(delay);
		List<String> known = checkIds(ids);
		OperatorAction action = this.trail.begin(Action.KICK, topic);
		return action.run(() -> new LongOperation("Kicking jobs of topic '" + topic + "'").forEach(known,
				(some) -> action.found(some, this.administrator.kick(topic, some, dueTime), Set.of(JobState.FAILED))));
	}

	/**
	 * Put all failed jobs of a topic back to waiting, to run as soon as workers are free.
	 * @param topic the topic
	 * @return how many jobs were put back
	 * @throws PartlyDoneException if the store fails after the first step
	 * @see #kickAll(String, Duration)
	 */
	public long kickAll(String topic) {
		return kickAll(topic, Duration.ZERO);
	}

	/**
	 * Put all failed jobs of a topic back to waiting, those that were buried first in
	 * front: at most as many as had failed when it began, so that jobs that fail again at
	 * once are not kicked in a circle.
	 * @param topic the topic
	 * @param delay when the jobs may run, from now
	 * @return how many jobs were put back
	 * @throws PartlyDoneException if the store fails after the first step
	 */
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

	/**
	 * Bury a waiting job. A job in another state is left as it is.
	 * @param topic the topic
	 * @param id the id
	 * @param reason why, in words; cut to 2 KB
	 * @return the state in which the job was found, empty if there is none
	 */
	public Optional<JobState> bury(String topic, String id, String reason) {
		return bury(topic, List.of(JobRules.checkId(id)), reason).get(0);
	}

	/**
	 * Bury waiting jobs. Jobs in other states are left as they are.
	 * @param topic the topic
	 * @param ids the ids, each once
	 * @param reason why, in words; cut to 2 KB
	 * @return per id, in the same order, the state in which the job was found, empty if
	 * there is none
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	public List<Optional<JobState>> bury(String topic, List<String> ids, String reason) {
		JobRules.checkTopic(topic);
		Assert.hasText(reason, "'reason' must not be empty");
		FailureReason failure = new FailureReason(reason, this.host);
		List<String> known = checkIds(ids);
		OperatorAction action = this.trail.begin(Action.BURY, topic);
		return action.run(() -> new LongOperation("Burying jobs of topic '" + topic + "'").forEach(known,
				(some) -> action.found(some, this.administrator.bury(topic, some, failure), WAITING)));
	}

	/**
	 * Delete a job in any state. If it is being handled, its lease becomes void.
	 * @param topic the topic
	 * @param id the id
	 * @return the state in which the job was found, empty if there is none
	 */
	public Optional<JobState> cancel(String topic, String id) {
		OperatorAction action = this.trail.begin(Action.CANCEL, JobRules.checkTopic(topic));
		List<String> ids = List.of(JobRules.checkId(id));
		Optional<JobState> found = action
			.run(() -> action.found(ids, List.of(this.store.cancel(topic, id)), Set.of(JobState.values())).get(0));
		if (found.isPresent() && found.get() == JobState.RESERVED) {
			HandlerScope.ended(topic, id, HandlerScope.End.CANCELLED);
		}
		return found;
	}

	/**
	 * Delete all jobs of a topic, state by state as {@link #purge(String, JobState)}
	 * does. Jobs that are submitted meanwhile may stay, and those that go back to an
	 * earlier state. To be sure that none is left, pause the topic and submit nothing.
	 * @param topic the topic
	 * @return how many jobs were deleted
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	public long purge(String topic) {
		// In the order of their life, so that jobs that go on meanwhile are met again
		return purge(topic, List.of(JobState.values()));
	}

	/**
	 * Delete all jobs of a topic that are in one state: at most as many as there were
	 * when it began, so jobs that come in meanwhile may stay. Leases on them become void.
	 * @param topic the topic
	 * @param state the state
	 * @return how many jobs were deleted
	 * @throws PartlyDoneException if the store fails after the first step
	 */
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

	/**
	 * Hand out no more jobs of a topic, in no application, until it is resumed. Submits
	 * still go in, jobs that are being handled can be settled, and leases that run out
	 * are delivered again after the pause. {@link TopicStatus#pause()} shows since when
	 * and by whom the topic is paused.
	 * @param topic the topic; it need not exist
	 * @return whether that changes anything: {@code false} if it was paused already
	 */
	public boolean pause(String topic) {
		OperatorAction action = this.trail.begin(Action.PAUSE, JobRules.checkTopic(topic));
		return action.run(() -> action.topic(this.administrator.pause(topic, action.operator())));
	}

	/**
	 * End a pause. Listeners that wait for jobs go on at once.
	 * @param topic the topic
	 * @return whether that changes anything: {@code false} if it was not paused
	 */
	public boolean resume(String topic) {
		OperatorAction action = this.trail.begin(Action.RESUME, JobRules.checkTopic(topic));
		return action.run(() -> action.topic(this.administrator.resume(topic)));
	}

	/**
	 * Forget a topic that has no job in any state and no consumer in any application: it
	 * is no longer listed and has no metrics. The next use of the topic creates it again,
	 * with another number of partitions if wanted. Consumers that were killed count for
	 * up to {@link JobStore#CONSUMER_EXPIRY}; those that pull jobs are not seen.
	 * @param topic the topic
	 * @return whether the topic is forgotten, and how it stood: its jobs by state and its
	 * consumers
	 */
	public ForgetResult forget(String topic) {
		OperatorAction action = this.trail.begin(Action.FORGET, JobRules.checkTopic(topic));
		return action.run(() -> {
			ForgetResult result = this.administrator.forget(topic);
			action.topic(result.forgotten());
			return result;
		});
	}

	/**
	 * Take one step of an audit, which checks that every job of a topic is in one state
	 * and that nothing is left over from jobs that are gone. Changes nothing.
	 * @param topic the topic
	 * @param step {@code null} for the first step, then {@link AuditPage#next()} of the
	 * last one
	 * @return what was found
	 */
	public AuditPage audit(String topic, @Nullable String step) {
		return this.inspector.audit(JobRules.checkTopic(topic), step);
	}

	/**
	 * Take all steps of an audit, one after the other. The time it takes grows with the
	 * number of jobs.
	 * @param topic the topic
	 * @param maxFindings how many findings to keep, zero or more; the others are counted
	 * @return what was found
	 */
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
				() -> "Job id '" + id + "' must be given once only"));
		return List.copyOf(ids);
	}

}
