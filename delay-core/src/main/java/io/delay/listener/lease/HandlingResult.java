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

package io.delay.listener.lease;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.delay.observation.JobOutcome;
import io.delay.store.LeaseTerms;
import io.delay.store.Settlement;

/**
 * The decision of the container about a job whose handler has finished.
 *
 * @param settlement how the job is settled
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

	/**
	 * Return the outcome of the job if the store carries out the decision.
	 * @param terms the terms of this delivery
	 */
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
