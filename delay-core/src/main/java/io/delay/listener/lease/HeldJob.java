// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.lease;

import java.time.Instant;

import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;
import io.delay.store.LeaseTerms;
import io.delay.store.Redelivery;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;

/**
 * A reserved job and the local view of its lease.
 *
 * @param startAt the earliest time at which its handler may start, as a
 * {@link System#nanoTime()} value
 * @param onEnd called when its settlement has ended, possibly more than once
 */
public record HeldJob(ReservedJob job, HeldLease lease, long startAt, Runnable onEnd) {

	public boolean isAhead() {
		return this.startAt - System.nanoTime() > 0;
	}

	public boolean isIsolated() {
		return this.job.terms().redelivery() == Redelivery.ISOLATED;
	}

	/**
	 * Return the time of the store. This is its clock up to the reserve and the local
	 * clock from there on, so that the two need not agree.
	 */
	public Instant storeTime() {
		LeaseTerms terms = this.job.terms();
		return terms.deadline().minus(terms.ttr()).plusNanos(this.lease.heldNanos());
	}

	// Whether no handler may be called for the job any more. A job that has failed
	// permanently is still passed to its failure handler.
	public boolean isExpired() {
		if (this.job.record().headers().isEmpty() || this.job.terms().isFailureHandling()) {
			return false;
		}
		Instant expiresAt = this.job.expiresAt();
		return expiresAt != null && !earliestStoreTime().isBefore(expiresAt);
	}

	// The time of the store counts from the arrival of the job, because the time that the
	// reserve waited to be sent would let the job expire early
	private Instant earliestStoreTime() {
		LeaseTerms terms = this.job.terms();
		return terms.deadline().minus(terms.ttr()).plusNanos(Math.max(0, System.nanoTime() - this.startAt));
	}

	// Whether the job must be handled alone instead of in a batch, because its start is
	// reported first or because it is passed to the failure handler.
	public boolean isAlone() {
		return this.job.terms().isReportedFirst() || this.job.terms().isFailureHandling();
	}

	/**
	 * Return the settlement of a job whose handler was never started: the store puts the
	 * job back without counting the attempt.
	 */
	public PendingSettlement handBack() {
		return new PendingSettlement(new Settlement.HandBack(this.job.lease()), this.lease, JobOutcome.HANDED_BACK,
				ExceptionName.NONE, false, this.onEnd);
	}

	public PendingSettlement settle(HandlingResult decision) {
		if (decision.settlement() instanceof Settlement.HandBack && !this.lease.isStarted()) {
			return handBack();
		}
		return new PendingSettlement(withRunningTime(decision.settlement()), this.lease,
				decision.outcome(this.job.terms()), ExceptionName.of(decision.failure()), false, this.onEnd);
	}

	// The store computes the start of the handler from this time, because the clocks of
	// store and worker differ.
	public Settlement withRunningTime(Settlement settlement) {
		if (settlement instanceof Settlement.Ack ack) {
			return new Settlement.Ack(ack.lease(), this.lease.handlingTime());
		}
		return (settlement instanceof Settlement.Resubmit resubmit) ? new Settlement.Resubmit(resubmit.lease(),
				resubmit.record(), resubmit.delay(), this.lease.handlingTime()) : settlement;
	}

	/**
	 * Return the outcome of the job if the store carries out a decision. If the handler
	 * has already cancelled or replaced its own job, that is the outcome instead.
	 */
	public JobOutcome outcome(HandlingResult decision) {
		JobOutcome end = this.lease.endByHandler();
		return (end != null) ? end : decision.outcome(this.job.terms());
	}

	@Override
	public String toString() {
		return "job '" + this.job.lease().id() + "' of topic '" + this.job.lease().topic() + "'";
	}

}
