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

import io.delay.job.JobState;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;

/**
 * A job in one place of its life. Immutable: every transition gives the job as it is
 * afterwards.
 *
 * @param topic the topic
 * @param id the id
 * @param record what is kept as long as the job lives
 * @param place where it is
 * @param dueTime when it was to run first
 * @param failures how it has failed so far, or {@code null} if it never did
 */
record MemoryJob(String topic, String id, JobRecord record, Place place, Instant dueTime,
		@Nullable JobFailures failures) {

	static MemoryJob submitted(NewJob job, StoreTime time) {
		JobRecord record = job.record();
		Duration ttr = (record.ttr() != null) ? StoreTime.roundUp(record.ttr()) : null;
		Instant score = time.scoreOf(job.dueTime());
		return new MemoryJob(job.topic(), job.id(),
				new JobRecord(record.payload(), record.headers(), ttr, record.maxAttempts(), record.priority()),
				new Place.Waiting(score), StoreTime.timeOf(score), null);
	}

	Instant score() {
		return this.place.score();
	}

	Instant time() {
		return StoreTime.timeOf(score());
	}

	JobState state(StoreTime time) {
		if (this.place instanceof Place.Waiting) {
			return time.hasReached(score()) ? JobState.READY : JobState.DELAYED;
		}
		return (this.place instanceof Place.Reserved) ? JobState.RESERVED : JobState.FAILED;
	}

	boolean isHeldBy(String token) {
		return this.place instanceof Place.Reserved lease && lease.token().equals(token);
	}

	MemoryJob waitingAt(Instant score) {
		return in(new Place.Waiting(score));
	}

	MemoryJob rescheduled(Instant score) {
		return new MemoryJob(this.topic, this.id, this.record, new Place.Waiting(score), StoreTime.timeOf(score),
				this.failures);
	}

	/**
	 * Nobody has begun with it: back to where it was.
	 */
	MemoryJob handedBack() {
		return waitingAt(lease().visibleSince());
	}

	/**
	 * Handed to a worker.
	 * @param request what the worker has asked for
	 * @param visibleSince since when the job was ready
	 * @param time the time of the reserve
	 */
	MemoryJob reserved(ReserveRequest request, Instant visibleSince, StoreTime time) {
		int attempt = failedAttempts() + 1;
		Integer maxAttempts = this.record.maxAttempts();
		Duration ttr = this.record.ttr();
		Duration applied = StoreTime.roundUp((ttr != null) ? ttr : request.ttr());
		Instant deadline = time.after(applied);
		LeaseTerms terms = new LeaseTerms(attempt, (maxAttempts != null) ? maxAttempts : request.maxAttempts(), applied,
				deadline);
		return in(new Place.Reserved(request.token(), terms, visibleSince, time.scoreOf(deadline)));
	}

	MemoryJob touched(Duration ttr, StoreTime time) {
		return in(new Place.Reserved(lease().token(), terms(), lease().visibleSince(),
				StoreTime.latest(score(), time.scoreAfter(ttr))));
	}

	/**
	 * The attempt failed: waiting if attempts are left, else failed.
	 */
	MemoryJob attemptFailed(FailureReason reason, @Nullable Duration delay, StoreTime time) {
		if (terms().attempt() >= terms().maxAttempts()) {
			return buried(reason, time);
		}
		Instant next = (delay != null) ? time.scoreAfter(delay) : StoreTime.latest(score(), time.reached());
		return withFailure(reason, time).waitingAt(next);
	}

	/**
	 * The worker held the job for longer than it may: one more failure.
	 */
	MemoryJob ttrRanOut(StoreTime time) {
		String error = "TTR of " + terms().ttr().toMillis() + " ms ran out";
		return attemptFailed(new FailureReason(error, LeaseTokens.hostOf(lease().token())), null, time);
	}

	MemoryJob buried(FailureReason reason, StoreTime time) {
		return withFailure(reason, time).in(new Place.Failed(time.now()));
	}

	/**
	 * Bury the job while it waits: no attempt more has failed.
	 */
	MemoryJob buriedWaiting(FailureReason reason, StoreTime time) {
		return withFailures(new JobFailures(failedAttempts(), reason, time.now())).in(new Place.Failed(time.now()));
	}

	/**
	 * Back to waiting after it had failed: attempts start again, the last error is kept.
	 */
	MemoryJob kicked(Instant score) {
		JobFailures last = this.failures;
		return ((last != null) ? withFailures(new JobFailures(0, last.last(), last.time())) : this).waitingAt(score);
	}

	BuriedJob asBuried() {
		JobFailures last = Objects.requireNonNull(this.failures, "A buried job has failed");
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
		return new StoredJob(this.topic, this.id, state(time), time(), this.dueTime, this.record, this.failures);
	}

	private MemoryJob in(Place place) {
		return new MemoryJob(this.topic, this.id, this.record, place, this.dueTime, this.failures);
	}

	private MemoryJob withFailure(FailureReason reason, StoreTime time) {
		return withFailures(new JobFailures(terms().attempt(), reason, time.now()));
	}

	private MemoryJob withFailures(JobFailures failures) {
		return new MemoryJob(this.topic, this.id, this.record, this.place, this.dueTime, failures);
	}

	private int failedAttempts() {
		return (this.failures != null) ? this.failures.attempts() : 0;
	}

	private LeaseTerms terms() {
		return lease().terms();
	}

	private Place.Reserved lease() {
		return (Place.Reserved) this.place;
	}

}
