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
 * A job in one stage of its life. Immutable: every transition gives the job as it is
 * afterwards.
 *
 * @param topic the topic
 * @param id the id
 * @param record what is kept as long as the job lives
 * @param stage where it is
 * @param dueTime when it was to run first
 * @param setbacks what has gone wrong with it so far
 */
record MemoryJob(String topic, String id, JobRecord record, JobStage stage, Instant dueTime, Setbacks setbacks) {

	/** Held by nobody. */
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
	 * Nobody has begun with it: back to where it was. One that is to be isolated was
	 * among the leases that had run out.
	 */
	MemoryJob handedBack() {
		Instant visibleSince = lease().visibleSince();
		if (!this.setbacks.isolate(terms().attempt(), terms().maxAttempts())) {
			return waitingAt(visibleSince);
		}
		return in(new JobStage.Reserved(NO_TOKEN, terms(), visibleSince, visibleSince, Progress.NOT_STARTED));
	}

	/**
	 * Handed to a worker.
	 * @param request what the worker has asked for
	 * @param visibleSince since when the job was ready
	 * @param redelivery whether leases of it ran out before
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
	 * The attempt failed: waiting if attempts are left, else failed.
	 */
	MemoryJob attemptFailed(FailureReason reason, @Nullable Duration delay, StoreTime time) {
		if (terms().isLastAttempt()) {
			return buried(reason, time);
		}
		Instant next = (delay != null) ? time.scoreAfter(delay) : StoreTime.latest(score(), time.reached());
		return withFailure(reason, time).waitingAt(next);
	}

	/**
	 * The worker held the job for longer than it may: one more failure, unless the
	 * handler had not begun as far as anybody knows.
	 */
	MemoryJob ttrRanOut(StoreTime time) {
		String error = "TTR of " + terms().ttr().toMillis() + " ms ran out";
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
	 * Whether the job, whose lease has run out, is to be isolated.
	 * @param maxAttempts the maximum of attempts of that lease
	 */
	boolean isIsolated(int maxAttempts) {
		return this.setbacks.isolate(this.setbacks.attempts() + 1, maxAttempts);
	}

	MemoryJob buried(FailureReason reason, StoreTime time) {
		return withFailure(reason, time).in(new JobStage.Failed(time.now()));
	}

	/**
	 * Bury the job while it waits: no attempt more has failed.
	 */
	MemoryJob buriedWaiting(FailureReason reason, StoreTime time) {
		return withFailures(new JobFailures(this.setbacks.attempts(), reason, time.now()))
			.in(new JobStage.Failed(time.now()));
	}

	/**
	 * Back to waiting after it had failed: attempts start again, the last error is kept.
	 */
	MemoryJob kicked(Instant score) {
		JobFailures last = failures();
		return ((last != null) ? withFailures(new JobFailures(0, last.last(), last.time())) : this).waitingAt(score);
	}

	BuriedJob asBuried() {
		JobFailures last = Objects.requireNonNull(failures(), "A buried job has failed");
		return new BuriedJob(this.id, last.attempts(), last.last());
	}

	/**
	 * What the worker is handed.
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
