// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.lease;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.delay.observation.JobOutcome;
import io.delay.store.LeaseTerms;
import io.delay.store.Settlement;

/**
 * The decision of the container about a job whose handler has finished.
 *
 * @param failure the exception that the handler threw, {@code null} if it returned
 */
public record HandlingResult(Settlement settlement, @Nullable Throwable failure) implements Handling {

	@Override
	public HandlingResult then(UnaryOperator<HandlingResult> change) {
		return change.apply(this);
	}

	@Override
	public HandlingResult whenEnded(Runnable action) {
		action.run();
		return this;
	}

	JobOutcome outcome(LeaseTerms terms) {
		if (this.settlement instanceof Settlement.FailureHandled) {
			return JobOutcome.FAILURE_HANDLED;
		}
		if (this.settlement instanceof Settlement.Ack) {
			return terms.isFailureHandling() ? JobOutcome.FAILURE_HANDLED : JobOutcome.ACKED;
		}
		if (this.settlement instanceof Settlement.Resubmit) {
			return JobOutcome.RESUBMITTED;
		}
		if (this.settlement instanceof Settlement.Expire) {
			return JobOutcome.EXPIRED;
		}
		if (this.settlement instanceof Settlement.Fail) {
			return terms.isLastAttempt() ? JobOutcome.FAILED : JobOutcome.RETRIED;
		}
		return (this.settlement instanceof Settlement.Bury) ? JobOutcome.BURIED : JobOutcome.RELEASED;
	}

}
