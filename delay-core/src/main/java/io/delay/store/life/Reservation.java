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

package io.delay.store.life;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.job.RateLimit;
import io.delay.store.BuriedJob;
import io.delay.store.LeaseTokens;
import io.delay.store.Redelivery;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;

/**
 * Carries out one reserve. It first takes jobs whose lease has expired, then ready jobs,
 * then jobs to hold ahead, until the limit or the maximum total payload size is reached.
 */
public final class Reservation {

	private final ReservableJobs topic;

	private final ReserveRequest request;

	private final StoreTransaction transaction;

	private final List<ReservedJob> delivered = new ArrayList<>();

	private final List<BuriedJob> buried = new ArrayList<>();

	private long deliveredBytes;

	private boolean full;

	/** Whether all ready jobs were delivered. */
	private boolean drained;

	private boolean isolatedTaken;

	private boolean isolatedLeft;

	/** Whether leases that have expired were not looked at. */
	private boolean expiredUnseen;

	/** The maximum number of jobs, by the request and by its rate limit. */
	private int limit;

	/**
	 * The earliest time at which a job that was left to consumers with a failure handler
	 * must be buried, {@code null} if there is none.
	 */
	private @Nullable Instant nextBurial;

	/**
	 * Create a reservation.
	 * @param topic the jobs of the topic
	 * @param request the request
	 * @param transaction the transaction
	 */
	public Reservation(ReservableJobs topic, ReserveRequest request, StoreTransaction transaction) {
		this.topic = topic;
		this.request = request;
		this.transaction = transaction;
		this.limit = request.limit();
	}

	/**
	 * Reserve the jobs.
	 * @return the result
	 */
	public ReserveResult make() {
		if (this.topic.isPaused()) {
			return new ReserveResult(List.of(), null, List.of());
		}
		RateLimit rateLimit = this.request.terms().rateLimit();
		if (rateLimit == null) {
			deliver();
			return result(nextEvent());
		}
		Permits permits = this.topic.permits();
		Instant now = this.transaction.time().exact();
		this.limit = Math.min(this.limit, permits.available(rateLimit, now));
		if (this.limit == 0) {
			return result(permits.untilNext(rateLimit, now));
		}
		deliver();
		permits.use(rateLimit, now, this.delivered.size());
		Duration next = nextEvent();
		Duration untilNext = permits.untilNext(rateLimit, now);
		return result((next != null && next.compareTo(untilNext) < 0) ? untilNext : next);
	}

	private ReserveResult result(@Nullable Duration nextEvent) {
		return new ReserveResult(this.delivered, nextEvent, this.buried, this.isolatedLeft);
	}

	private void deliver() {
		redeliverRunOut();
		int left = this.limit - this.delivered.size();
		ReadyJobs ready = new ReadyJobs(this.topic, left, this.transaction.time());
		while (this.delivered.size() < this.limit && !ready.isEmpty() && deliverWaiting(ready.peek())) {
			ready.remove();
		}
		this.drained = this.delivered.size() < this.limit;
		if (this.drained && !this.full) {
			ready.upcoming(this.request.lookAhead(), this.limit - this.delivered.size()).forEach(this::deliverWaiting);
		}
	}

	// Skipped jobs do not count towards the limit; otherwise they would block the jobs
	// behind them.
	private void redeliverRunOut() {
		int seen = 0;
		Iterator<StagedJob> expired = this.topic.expired(this.transaction.time());
		while (expired.hasNext()) {
			StagedJob job = expired.next();
			this.full |= this.deliveredBytes > ReserveRequest.MAX_PAYLOAD_BYTES;
			if (this.full || seen == this.limit) {
				this.expiredUnseen = true;
				return;
			}
			seen += redeliver(job) ? 1 : 0;
		}
	}

	/**
	 * Deliver a job whose lease has expired, or bury it.
	 * @param job the job
	 * @return {@code false} if the job was skipped, so that another call can take it
	 */
	private boolean redeliver(StagedJob job) {
		if (job.isForHandler()) {
			return handle(new FailureHandling(job, this.transaction.time()));
		}
		StagedJob failed = job.ttrRanOut(this.transaction.time());
		if (failed.stage() instanceof JobStage.Failed) {
			bury(job, failed);
			return true;
		}
		boolean isolated = failed.isIsolated(job.terms().maxAttempts());
		if (isolated && !mayIsolate()) {
			this.isolatedLeft = true;
			return false;
		}
		boolean isDelivered = deliver(failed, job.score(), isolated ? Redelivery.ISOLATED : redelivery(failed));
		this.isolatedTaken |= isDelivered && isolated;
		if (isDelivered && !job.lease().progress().isNotStarted()) {
			this.transaction.count(this.topic, Counted.FAILED_ATTEMPT);
		}
		return true;
	}

	private void bury(StagedJob job, StagedJob failed) {
		this.topic.put(failed);
		this.buried.add(failed.asBuried());
		this.transaction.count(this.topic, Counted.failed(job, failed));
	}

	private boolean handle(FailureHandling handling) {
		int attempts = this.request.terms().failureAttempts();
		if (attempts == 0 && handling.mayBeTaken()) {
			this.nextBurial = handling.end(this.nextBurial);
			return false;
		}
		if (attempts == 0 || handling.isOver()) {
			bury(handling.job(), handling.buried(LeaseTokens.hostOf(this.request.token())));
			return true;
		}
		StagedJob failed = handling.failed();
		boolean isolated = failed.setbacks().isolate(handling.attempt(), attempts);
		if (isolated && !mayIsolate()) {
			this.isolatedLeft = true;
			return false;
		}
		StagedJob reserved = failed.reservedForHandler(this.request, handling.attempt(), handling.visibleSince(),
				isolated ? Redelivery.ISOLATED : redelivery(failed), this.transaction.time());
		boolean isDelivered = deliver(reserved);
		this.isolatedTaken |= isDelivered && isolated;
		if (isDelivered && !handling.job().terms().isFailureHandling()) {
			this.transaction.count(this.topic, Counted.FAILED_ATTEMPT);
		}
		return true;
	}

	private boolean mayIsolate() {
		return this.request.mode().isIsolatedTaken() && !(this.request.mode().isStartsReported() && this.isolatedTaken);
	}

	private static Redelivery redelivery(StagedJob job) {
		return (job.setbacks().stalls() > 0) ? Redelivery.REPEATED : Redelivery.NONE;
	}

	private boolean deliverWaiting(StagedJob waiting) {
		return deliver(waiting, waiting.score(), redelivery(waiting));
	}

	private boolean deliver(StagedJob job, Instant visibleSince, Redelivery redelivery) {
		boolean isDelivered = deliver(job.reserved(this.request, visibleSince, redelivery, this.transaction.time()));
		if (isDelivered) {
			this.transaction.count(this.topic, Counted.delivered(visibleSince, this.transaction.time()));
		}
		return isDelivered;
	}

	private boolean deliver(StagedJob reserved) {
		long bytes = this.deliveredBytes + this.topic.payloadBytes(reserved);
		this.full |= !this.delivered.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES;
		if (!this.full) {
			this.transaction.put(this.topic, reserved);
			this.delivered.add(reserved.handedOver(this.transaction.time()));
			this.deliveredBytes = bytes;
		}
		return !this.full;
	}

	private @Nullable Duration nextEvent() {
		if (this.full || !this.drained || this.expiredUnseen) {
			return Duration.ZERO;
		}
		boolean left = this.isolatedLeft || this.nextBurial != null;
		Instant next = left ? this.topic.nextEventAfter(this.transaction.time()) : this.topic.nextEvent();
		if (this.nextBurial != null && (next == null || this.nextBurial.isBefore(next))) {
			next = this.nextBurial;
		}
		return (next != null) ? this.transaction.time().until(next) : null;
	}

}
