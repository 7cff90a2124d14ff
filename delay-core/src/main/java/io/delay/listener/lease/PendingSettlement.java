// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.lease;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.delay.observation.JobOutcome;
import io.delay.store.Redelivery;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;

/**
 * A settlement on its way to the store.
 *
 * @param outcome the outcome of the job if the store carries out the settlement
 * @param exception the simple class name of the exception that the handler threw, or
 * {@code none}
 * @param repeated whether the settlement was sent before, and the result of that call is
 * unknown
 * @param onEnd called when the store has answered or the settlement is given up, possibly
 * more than once
 */
public record PendingSettlement(Settlement settlement, HeldLease lease, JobOutcome outcome, String exception,
		boolean repeated, Runnable onEnd) {

	private static final long ENDS_SOON = TimeUnit.MILLISECONDS.toNanos(100);

	public PendingSettlement repeat() {
		return this.repeated ? this
				: new PendingSettlement(this.settlement, this.lease, this.outcome, this.exception, true, this.onEnd);
	}

	/**
	 * Whether the settlement must be sent at once, because another delivery may depend on
	 * it or because the lease ends soon.
	 */
	public boolean isUrgent() {
		boolean mayWait = this.settlement instanceof Settlement.Ack || this.settlement instanceof Settlement.Expire;
		return !mayWait || this.lease.terms().redelivery() != Redelivery.NONE
				|| this.lease.end() - System.nanoTime() < ENDS_SOON;
	}

	// The length of the error and its stack trace, or of the payload, in characters or
	// bytes.
	public int length() {
		if (this.settlement instanceof Settlement.Fail fail) {
			return fail.reason().length();
		}
		if (this.settlement instanceof Settlement.Resubmit resubmit) {
			return resubmit.record().payload().length;
		}
		return (this.settlement instanceof Settlement.Bury bury) ? bury.reason().length() : 0;
	}

	/**
	 * Whether the lease was lost before the settlement was carried out. Returns
	 * {@code false} for a settlement that was sent before, because the store may have
	 * carried it out then. Also returns {@code false} if the handler has replaced or
	 * cancelled its own job, because that ends the lease deliberately.
	 */
	public boolean isLost(SettleResult result) {
		return result == SettleResult.LEASE_LOST && !this.repeated && !isEndedByHandler();
	}

	// Null if it is unknown whether the store carried out the settlement.
	public @Nullable JobOutcome outcome(SettleResult result) {
		if (result == SettleResult.DONE) {
			return this.outcome;
		}
		JobOutcome end = this.lease.endByHandler();
		return (end == null && isLost(result)) ? JobOutcome.LEASE_LOST : end;
	}

	public boolean isEndedByHandler() {
		return this.lease.endByHandler() != null;
	}

	@Override
	public String toString() {
		return this.settlement.getClass().getSimpleName().toLowerCase(Locale.ROOT) + " of job '"
				+ this.settlement.lease().id() + "' of topic '" + this.settlement.lease().topic() + "'";
	}

}
