// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntBiFunction;
import java.util.stream.IntStream;

import org.springframework.util.Assert;

import io.delay.admin.bulk.BulkPosition;
import io.delay.admin.bulk.BulkRequest;
import io.delay.admin.bulk.BulkResult;
import io.delay.admin.failures.FailureGroups;
import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

/**
 * The actions of an operator on all jobs of a state or of a cause.
 */
final class BulkActions implements BulkOperations {

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	private final InstantSource clock;

	private final OperatorTrail trail;

	BulkActions(JobStoreInspector inspector, JobStoreAdministrator administrator, InstantSource clock,
			OperatorTrail trail) {
		this.inspector = inspector;
		this.administrator = administrator;
		this.clock = clock;
		this.trail = trail;
	}

	@Override
	public FailureGroups failureGroups(String topic) {
		return new FailureScan(this.inspector, JobRules.checkTopic(topic)).groups();
	}

	@Override
	public BulkResult kickAll(String topic, Duration delay, BulkRequest request) {
		DueTime dueTime = DueTime.after(delay);
		LongOperation operation = new LongOperation("Kicking jobs of topic '" + JobRules.checkTopic(topic) + "'");
		OperatorAction action = this.trail.begin(Action.KICK, topic);
		return action.run(() -> inState(operation, topic, JobState.FAILED, request,
				(limit) -> action.jobs(this.administrator.kickOldest(topic, limit, dueTime))));
	}

	// Jobs that the store does not delete at once are purged in the order of the life
	// cycle, so that jobs that change state in the meantime are still found.
	@Override
	public long purge(String topic) {
		LongOperation operation = purging(topic);
		OperatorAction action = this.trail.begin(Action.PURGE, topic);
		return action.run(() -> {
			operation.once(() -> purgeAtOnce(action, topic, EnumSet.allOf(JobState.class)));
			for (JobState state : JobState.values()) {
				inState(operation, topic, state, BulkRequest.ALL, (limit) -> purge(action, topic, state, limit));
			}
			return operation.done();
		});
	}

	@Override
	public BulkResult purge(String topic, JobState state, BulkRequest request) {
		Assert.notNull(state, "'state' must not be null");
		LongOperation operation = purging(topic);
		OperatorAction action = this.trail.begin(Action.PURGE, topic).of(state);
		return action.run(() -> {
			if (request.equals(BulkRequest.ALL)) {
				operation.once(() -> purgeAtOnce(action, topic, EnumSet.of(state)));
			}
			return inState(operation, topic, state, request, (limit) -> purge(action, topic, state, limit));
		});
	}

	private static LongOperation purging(String topic) {
		return new LongOperation("Purging topic '" + JobRules.checkTopic(topic) + "'");
	}

	private int purgeAtOnce(OperatorAction action, String topic, Set<JobState> states) {
		return action.jobs(this.administrator.purgeAtOnce(topic, states));
	}

	private int purge(OperatorAction action, String topic, JobState state, int limit) {
		return action.jobs(this.administrator.purge(topic, state, limit));
	}

	// The result includes the jobs that the operation has processed before
	private BulkResult inState(LongOperation operation, String topic, JobState state, BulkRequest request,
			IntUnaryOperator step) {
		long before = operation.done();
		BulkPosition after = request.after();
		BulkPosition from = (after != null) ? after : new BulkPosition(this.clock.instant(), null,
				before + operation.attempt(() -> this.inspector.count(topic, state)), before);
		long wanted = Math.min(from.left(), request.limit());
		long jobs = operation.repeat(wanted, step);
		return BulkResult.of(from.plus(jobs), before + jobs, jobs == wanted);
	}

	@Override
	public BulkResult kickGroup(String topic, String cause, Duration spread, BulkRequest request) {
		JobRules.checkDelay(spread);
		Instant now = this.clock.instant();
		return inGroup(Action.KICK, topic, cause, request, now, (jobs, at) -> this.administrator.kickUnchanged(topic,
				jobs, dueTimes(spread, at, jobs.size(), Duration.between(at.begin(), now))));
	}

	// Spreads the due times evenly from the first call on. The time that has passed is
	// negative if the clock of the instance of the first call is ahead
	private static List<DueTime> dueTimes(Duration spread, BulkPosition at, int jobs, Duration elapsed) {
		Duration gap = spread.dividedBy(at.total());
		Duration passed = elapsed.isNegative() ? Duration.ZERO : elapsed;
		return IntStream.range(0, jobs).mapToObj((index) -> {
			Duration delay = gap.multipliedBy(at.done() + index).minus(passed);
			return DueTime.after(delay.isNegative() ? Duration.ZERO : delay);
		}).toList();
	}

	@Override
	public BulkResult cancelGroup(String topic, String cause, BulkRequest request) {
		return inGroup(Action.CANCEL, topic, cause, request, this.clock.instant(),
				(jobs, at) -> this.administrator.cancelUnchanged(topic, jobs));
	}

	private BulkResult inGroup(Action kind, String topic, String cause, BulkRequest request, Instant now,
			ToIntBiFunction<List<FailedJob>, BulkPosition> step) {
		FailureScan scan = new FailureScan(this.inspector, JobRules.checkTopic(topic));
		Assert.hasText(cause, "'cause' must not be empty");
		LongOperation operation = new LongOperation(
				((kind == Action.KICK) ? "Kicking" : "Cancelling") + " failed jobs of topic '" + topic + "'");
		OperatorAction action = this.trail.begin(kind, topic).of(JobState.FAILED);
		return action.run(() -> {
			BulkPosition after = request.after();
			List<FailedJob> jobs = scan.group(cause, (after != null) ? after.until() : null);
			BulkPosition from = (after != null) ? after : first(now, jobs);
			int count = (int) Math.min(Math.min(jobs.size(), from.left()), request.limit());
			long changed = operation.inSteps(count, FailureScan.STEP,
					(first, end) -> action.jobs(step.applyAsInt(jobs.subList(first, end), from.plus(first))));
			return BulkResult.of(from.plus(count), changed, count < jobs.size());
		});
	}

	private static BulkPosition first(Instant now, List<FailedJob> oldestFirst) {
		int count = oldestFirst.size();
		return new BulkPosition(now, (count > 0) ? oldestFirst.get(count - 1).time() : null, count, 0);
	}

}
