// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobRules;
import io.delay.job.RateLimit;
import io.delay.store.BuriedJob;
import io.delay.store.LeaseTokens;
import io.delay.store.Redelivery;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;

/**
 * Carries out one reserve. It first takes jobs whose lease has expired, then isolated
 * jobs and those that wait for a failure handler, if the caller may take them, then ready
 * jobs, then jobs to hold ahead, until the limit or the maximum total payload size is
 * reached.
 */
public final class Reservation {

	// The maximum number of expired leases whose jobs are not delivered.
	private static final int UNDELIVERED = 50;

	private final ReservableJobs topic;

	private final ReserveRequest request;

	private final StoreTransaction transaction;

	private final List<ReservedJob> delivered = new ArrayList<>();

	private final List<BuriedJob> buried = new ArrayList<>();

	private long deliveredBytes;

	private boolean full;

	// Whether all ready jobs were delivered.
	private boolean drained;

	private boolean isolatedTaken;

	// The number of isolated jobs that are ready and were not delivered.
	private int isolatedLeft;

	// Whether leases that have expired were not looked at.
	private boolean expiredUnseen;

	// The maximum number of jobs, by the request and by its rate limit.
	private int limit;

	public Reservation(ReservableJobs topic, ReserveRequest request, StoreTransaction transaction) {
		this.topic = topic;
		this.request = request;
		this.transaction = transaction;
		this.limit = request.limit();
	}

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
		return new ReserveResult(this.delivered, nextEvent, this.buried, this.isolatedLeft > 0);
	}

	private void deliver() {
		List<StagedJob> isolated = this.topic.isolated(this.limit + 1, this.transaction.time());
		List<StagedJob> handling = handling();
		this.isolatedLeft = isolated.size();
		redeliverRunOut();
		deliverIsolated(isolated);
		handleFailures(handling);
		ReadyJobs ready = new ReadyJobs(this.topic, left(), this.transaction.time());
		while (this.delivered.size() < this.limit && !ready.isEmpty() && deliverWaiting(ready.peek())) {
			ready.remove();
		}
		this.drained = this.delivered.size() < this.limit;
		if (this.drained && !this.full) {
			ready.upcoming(this.request.lookAhead(), this.limit - this.delivered.size()).forEach(this::deliverWaiting);
		}
	}

	private void redeliverRunOut() {
		int seen = 0;
		Iterator<StagedJob> expired = this.topic.expired(this.transaction.time());
		while (expired.hasNext()) {
			StagedJob job = expired.next();
			if (isFull() || left() == 0 || seen++ == this.limit + UNDELIVERED) {
				this.expiredUnseen = true;
				return;
			}
			redeliver(job);
		}
	}

	private boolean isFull() {
		this.full |= this.deliveredBytes > ReserveRequest.MAX_PAYLOAD_BYTES;
		return this.full;
	}

	private void redeliver(StagedJob job) {
		StagedJob failed = job.ttrRanOut(this.transaction.time());
		boolean isolated = failed.stage() instanceof JobStage.Isolated;
		boolean counts = !job.lease().progress().isNotStarted() && !job.terms().isFailureHandling();
		if (failed.stage() instanceof JobStage.Failed) {
			bury(failed);
		}
		else if (failed.stage() instanceof JobStage.Waiting || (isolated && mayIsolate())) {
			boolean isDelivered = deliver(failed, job.score(),
					isolated ? Redelivery.ISOLATED : failed.setbacks().redelivery());
			this.isolatedTaken |= isDelivered && isolated;
			counts &= isDelivered;
		}
		else {
			this.transaction.put(this.topic, failed);
			this.isolatedLeft += isolated ? 1 : 0;
		}
		if (counts) {
			this.transaction.count(this.topic, Counted.FAILED_ATTEMPT);
		}
	}

	private void bury(StagedJob failed) {
		this.topic.put(failed);
		this.buried.add(failed.asBuried());
		this.transaction.count(this.topic, Counted.BURIED);
	}

	private void deliverIsolated(List<StagedJob> isolated) {
		for (StagedJob job : isolated) {
			if (isFull() || !mayIsolate() || left() == 0) {
				return;
			}
			boolean isDelivered = deliver(job, job.score(), Redelivery.ISOLATED);
			this.isolatedTaken |= isDelivered;
			this.isolatedLeft -= isDelivered ? 1 : 0;
		}
	}

	// A caller without a failure handler buries the jobs that have waited for one TTR.
	private List<StagedJob> handling() {
		Instant now = this.transaction.time().now();
		if (isHandler()) {
			return this.topic.handling(this.limit, now);
		}
		Instant resumedAt = this.topic.resumedAt();
		Instant until = now.minus(longestWait());
		return (resumedAt != null && resumedAt.isAfter(until)) ? List.of() : this.topic.handling(this.limit, until);
	}

	private boolean isHandler() {
		return this.request.terms().failureAttempts() > 0;
	}

	private void handleFailures(List<StagedJob> handling) {
		int seen = 0;
		int most = left();
		for (StagedJob job : handling) {
			if (isFull() || seen++ == most) {
				return;
			}
			if (isHandler()) {
				deliver(job.reservedForHandler(this.request, (JobStage.Handling) job.stage(), this.transaction.time()));
			}
			else {
				bury(job.unhandled(longestWait(), LeaseTokens.hostOf(this.request.token()), this.transaction.time()));
			}
		}
	}

	private Duration longestWait() {
		return JobRules.roundUp(this.request.terms().ttr());
	}

	private int left() {
		return this.limit - this.delivered.size();
	}

	private boolean mayIsolate() {
		return this.request.mode().isIsolatedTaken() && !(this.request.mode().isStartsReported() && this.isolatedTaken);
	}

	private boolean deliverWaiting(StagedJob waiting) {
		return deliver(waiting, waiting.score(), waiting.setbacks().redelivery());
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
		Instant next = earlier(earlier(this.topic.nextEvent(), this.topic.nextIsolated(this.transaction.time())),
				nextHandling());
		return (next != null) ? this.transaction.time().until(next) : null;
	}

	private @Nullable Instant nextHandling() {
		Instant next = this.topic.nextHandling();
		if (next == null || isHandler() || !this.transaction.time().isPast(next)) {
			return next;
		}
		Instant resumedAt = this.topic.resumedAt();
		return ((resumedAt != null) ? StoreTime.latest(next, resumedAt) : next).plus(longestWait());
	}

	private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return one.isBefore(other) ? one : other;
	}

}
