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

package io.delay.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.Redelivery;
import io.delay.store.ReserveRequest;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;
import io.delay.store.Touch;

/**
 * A job in one stage of its life cycle. Immutable: every transition returns the job in
 * its new state.
 *
 * @param topic the topic
 * @param id the id
 * @param record the data that stay unchanged as long as the job exists
 * @param stage the current stage
 * @param dueTime when the job was first due
 * @param setbacks the failures of the job so far
 */
record MemoryJob(String topic, String id, JobRecord record, JobStage stage, Instant dueTime, Setbacks setbacks) {

	/** The token of a lease that no worker holds. */
	private static final String NO_TOKEN = "-";

	static MemoryJob submitted(NewJob job, StoreTime time) {
		JobRecord record = job.record();
		Duration ttr = (record.ttr() != null) ? JobRules.roundUp(record.ttr()) : null;
		Instant score = time.scoreOf(job.dueTime());
		return new MemoryJob(job.topic(), job.id(),
				new JobRecord(record.payload(), record.headers(), ttr, record.maxAttempts(), record.priority()),
				new JobStage.Waiting(score), StoreTime.timeOf(score), Setbacks.NONE);
	}

	Instant score() {
		return this.stage.score();
	}

	Instant time() {
		return StoreTime.timeOf(score());
	}

	JobState state(StoreTime time) {
		if (this.stage instanceof JobStage.Waiting) {
			return time.hasReached(score()) ? JobState.READY : JobState.DELAYED;
		}
		return (this.stage instanceof JobStage.Reserved) ? JobState.RESERVED : JobState.FAILED;
	}

	boolean isHeldBy(String token) {
		return this.stage instanceof JobStage.Reserved lease && lease.token().equals(token);
	}

	MemoryJob waitingAt(Instant score) {
		return in(new JobStage.Waiting(score));
	}

	MemoryJob rescheduled(Instant score) {
		return new MemoryJob(this.topic, this.id, this.record, new JobStage.Waiting(score), StoreTime.timeOf(score),
				this.setbacks);
	}

	@Nullable JobFailures failures() {
		return this.setbacks.failures();
	}

	MemoryJob releasedUntil(Instant score) {
		return with(this.setbacks.released()).waitingAt(score);
	}

	/**
	 * Return the job to where it was before the reserve, because its handler was not
	 * started: an isolated job to the expired leases, any other job to the waiting jobs.
	 */
	MemoryJob handedBack() {
		Instant visibleSince = lease().visibleSince();
		if (!this.setbacks.isolate(terms().attempt(), terms().maxAttempts())) {
			return waitingAt(visibleSince);
		}
		return in(new JobStage.Reserved(NO_TOKEN, terms(), visibleSince, visibleSince, Progress.NOT_STARTED));
	}

	/**
	 * Reserve the job for a worker.
	 * @param request the request of the worker
	 * @param visibleSince when the job became ready
	 * @param redelivery whether earlier leases of the job have expired
	 * @param time the time of the reserve
	 */
	MemoryJob reserved(ReserveRequest request, Instant visibleSince, Redelivery redelivery, StoreTime time) {
		int attempt = this.setbacks.attempts() + 1;
		Integer maxAttempts = this.record.maxAttempts();
		Duration ttr = this.record.ttr();
		Duration applied = JobRules.roundUp((ttr != null) ? ttr : request.terms().ttr());
		Instant deadline = time.after(applied);
		LeaseTerms terms = new LeaseTerms(attempt, (maxAttempts != null) ? maxAttempts : request.terms().maxAttempts(),
				applied, deadline, redelivery);
		return in(new JobStage.Reserved(request.token(), terms, visibleSince, time.scoreOf(deadline),
				request.mode().isStartsReported() ? Progress.NOT_STARTED : Progress.UNREPORTED));
	}

	MemoryJob touched(Touch touch, StoreTime time) {
		Instant end = touch.ttr().isZero() ? score() : StoreTime.latest(score(), time.scoreAfter(touch.ttr()));
		return in(new JobStage.Reserved(lease().token(), terms(), lease().visibleSince(), end,
				lease().progress().after(touch)));
	}

	/**
	 * Record a failed attempt. The job waits if attempts are left; otherwise it is
	 * buried.
	 */
	MemoryJob attemptFailed(FailureReason reason, @Nullable Duration delay, StoreTime time) {
		if (terms().isLastAttempt()) {
			return buried(reason, time);
		}
		Instant next = (delay != null) ? time.scoreAfter(delay) : StoreTime.latest(score(), time.reached());
		return withFailure(reason, time).waitingAt(next);
	}

	/**
	 * Record an expired lease. This counts as a failed attempt, unless the worker reports
	 * starts and had not reported the start of this handler.
	 */
	MemoryJob ttrRanOut(StoreTime time) {
		String error = "TTR of " + terms().ttr().toMillis() + " ms elapsed";
		FailureReason reason = new FailureReason(error, LeaseTokens.hostOf(lease().token()));
		if (lease().progress() == Progress.NOT_STARTED) {
			return notStarted(reason, time).waitingAt(score());
		}
		MemoryJob failed = attemptFailed(reason, null, time);
		return (lease().progress() == Progress.STARTED && failed.stage() instanceof JobStage.Waiting)
				? failed.with(new Setbacks(failed.failures(), this.setbacks.stalls() + 1)) : failed;
	}

	private MemoryJob notStarted(FailureReason reason, StoreTime time) {
		int stalls = this.setbacks.stalls();
		if (stalls > 0) {
			return this;
		}
		JobFailures failures = new JobFailures(terms().attempt() - 1, reason, time.now());
		return with(new Setbacks(failures, terms().isReportedFirst() ? 0 : 1));
	}

	/**
	 * Whether this job, whose lease has expired, must run in isolation.
	 * @param maxAttempts the maximum number of attempts according to that lease
	 */
	boolean isIsolated(int maxAttempts) {
		return this.setbacks.isolate(this.setbacks.attempts() + 1, maxAttempts);
	}

	MemoryJob buried(FailureReason reason, StoreTime time) {
		return withFailure(reason, time).in(new JobStage.Failed(time.now()));
	}

	/**
	 * Bury the job while it waits. The number of failed attempts does not change.
	 */
	MemoryJob buriedWaiting(FailureReason reason, StoreTime time) {
		return withFailures(new JobFailures(this.setbacks.attempts(), reason, time.now()))
			.in(new JobStage.Failed(time.now()));
	}

	/**
	 * Make a failed job wait again. Its attempts are counted from zero again, but the
	 * last error is kept.
	 */
	MemoryJob kicked(Instant score) {
		JobFailures last = failures();
		return ((last != null) ? withFailures(new JobFailures(0, last.last(), last.time())) : this).waitingAt(score);
	}

	BuriedJob asBuried() {
		JobFailures last = Objects.requireNonNull(failures(), "A buried job must have a failure");
		return new BuriedJob(this.id, last.attempts(), last.last());
	}

	/**
	 * Return the job as it is passed to the worker.
	 */
	ReservedJob handedOver() {
		return new ReservedJob(new Lease(this.topic, this.id, lease().token()), terms(), this.dueTime,
				lease().visibleSince(), this.record);
	}

	StoredJob stored(StoreTime time) {
		return new StoredJob(this.topic, this.id, state(time), time(), this.dueTime, this.record, failures());
	}

	private MemoryJob in(JobStage stage) {
		return new MemoryJob(this.topic, this.id, this.record, stage, this.dueTime, this.setbacks);
	}

	private MemoryJob withFailure(FailureReason reason, StoreTime time) {
		return withFailures(new JobFailures(terms().attempt(), reason, time.now()));
	}

	private MemoryJob withFailures(JobFailures failures) {
		return with(new Setbacks(failures, 0));
	}

	private MemoryJob with(Setbacks setbacks) {
		return new MemoryJob(this.topic, this.id, this.record, this.stage, this.dueTime, setbacks);
	}

	LeaseTerms terms() {
		return lease().terms();
	}

	private JobStage.Reserved lease() {
		return (JobStage.Reserved) this.stage;
	}

}
