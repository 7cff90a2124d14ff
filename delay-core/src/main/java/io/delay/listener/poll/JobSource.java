// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.settle.SettlementObserver;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.LookAhead;
import io.delay.store.Redelivery;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;

/**
 * Reserves jobs of one topic. If the reply to a reserve is lost, this class hands back
 * the jobs which that reserve may have taken. Not thread-safe.
 */
public final class JobSource {

	private static final Duration SOON = Duration.ofNanos(1);

	private static final Runnable NOTHING = () -> {
	};

	private final JobStore store;

	private final LeaseTokens tokens;

	private final String topic;

	private final ReserveTerms terms;

	private final SettlementObserver observer;

	private final IsolationPermit.Access isolation;

	private final Duration lookAhead;

	// The token of the last reserve until its reply has arrived. No further reserve is
	// sent before this token is handed back, so one field is enough.
	private @Nullable String lostToken;

	// No job is reserved before it is due if the look-ahead is zero.
	public JobSource(JobStore store, LeaseTokens tokens, String topic, ReserveTerms terms, Duration lookAhead,
			SettlementObserver observer, IsolationPermit.Access isolation) {
		this.store = store;
		this.tokens = tokens;
		this.topic = topic;
		this.terms = terms;
		this.observer = observer;
		this.isolation = isolation;
		this.lookAhead = lookAhead;
	}

	// How long before the next event to reserve, if there is room for jobs that are not
	// yet due.
	Duration lead() {
		return new LookAhead(this.lookAhead, 1).lead();
	}

	/**
	 * Hand back the jobs of the last reserve if its reply was lost. Must be called before
	 * each reserve.
	 */
	public void handBackLostReply() {
		if (this.lostToken != null) {
			this.store.handBack(this.topic, this.lostToken);
			this.lostToken = null;
		}
	}

	public Reservation reserve(int limit, int ahead) {
		IsolationPermit.Grant grant = this.isolation.permit().tryAcquire();
		boolean kept = false;
		Reservation reservation;
		try {
			reservation = reserve(limit, ahead, grant);
			kept = reservation.jobs().stream().anyMatch(HeldJob::isIsolated);
		}
		finally {
			if (grant != null && !kept) {
				grant.release();
			}
		}
		return reservation.isolatedLeft() ? reservation.until(this.isolation.lookWhenFree(reservation.nextEvent()))
				: reservation;
	}

	// Must be called after the last reserve.
	public void close() {
		this.isolation.forget();
	}

	private Reservation reserve(int limit, int ahead, IsolationPermit.@Nullable Grant grant) {
		String token = this.tokens.next();
		ReserveRequest request = new ReserveRequest(this.topic, token, Math.min(limit, ReserveRequest.MAX_LIMIT),
				this.terms, (grant != null) ? ReserveMode.LISTEN_ISOLATED : ReserveMode.LISTEN,
				new LookAhead(this.lookAhead, ahead));
		this.lostToken = token;
		long sentAt = System.nanoTime();
		ReserveResult result = this.store.reserve(request);
		long arrivedAt = System.nanoTime();
		long transit = (arrivedAt - sentAt) / 2;
		List<HeldJob> jobs = result.jobs().stream().map((job) -> held(job, sentAt, arrivedAt, grant)).toList();
		Reservation reservation = new Reservation(jobs, since(transit, result.nextEvent()), result.isolatedLeft());
		// From here on, handing back the jobs of this token would also end the leases of
		// running handlers
		this.lostToken = null;
		this.observer.buriedByReserve(result.buried());
		return reservation;
	}

	private static HeldJob held(ReservedJob job, long sentAt, long arrivedAt, IsolationPermit.@Nullable Grant grant) {
		long startIn = job.startIn().toNanos();
		HeldLease lease = new HeldLease(job.lease(), job.terms(), sentAt + startIn);
		Runnable onEnd = NOTHING;
		if (grant != null && job.terms().redelivery() == Redelivery.ISOLATED) {
			grant.keepFor(lease);
			onEnd = grant::release;
		}
		return new HeldJob(job, lease, arrivedAt + startIn, onEnd);
	}

	// The interval starts when the store answers, about half a round trip ago. The next
	// reserve takes half a round trip to reach the store, so it does not arrive early.
	private static @Nullable Duration since(long transit, @Nullable Duration nextEvent) {
		if (nextEvent == null || nextEvent.isZero()) {
			return nextEvent;
		}
		Duration left = nextEvent.minusNanos(transit);
		return (left.isNegative() || left.isZero()) ? SOON : left;
	}

	/**
	 * The result of a reserve.
	 *
	 * @param jobs the reserved jobs
	 * @param nextEvent the time until the next event, zero if more jobs may be ready now,
	 * {@code null} if no job becomes ready through the passing of time alone
	 * @param isolatedLeft whether a job was skipped because it must run in isolation
	 */
	public record Reservation(List<HeldJob> jobs, @Nullable Duration nextEvent, boolean isolatedLeft) {

		Reservation until(@Nullable Duration nextEvent) {
			return new Reservation(this.jobs, nextEvent, this.isolatedLeft);
		}

		boolean mayHaveMore() {
			return this.nextEvent != null && (this.nextEvent.isZero() || this.nextEvent.isNegative());
		}

	}

}
