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

import java.util.Locale;

import io.delay.observation.JobOutcome;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;

/**
 * A settlement on its way to the store.
 *
 * @param settlement what to do
 * @param lease the lease it ends
 * @param outcome what it comes to if it is carried out
 * @param exception the name of what the handler threw, or {@code none}
 * @param repeated whether it has been sent before and nobody knows what became of it
 * @param onEnd called when the store has answered or the settlement is given up, maybe
 * more than once
 */
public record PendingSettlement(Settlement settlement, HeldLease lease, JobOutcome outcome, String exception,
		boolean repeated, Runnable onEnd) {

	public PendingSettlement(Settlement settlement, HeldLease lease, JobOutcome outcome, String exception,
			boolean repeated) {
		this(settlement, lease, outcome, exception, repeated, () -> {
		});
	}

	public PendingSettlement repeat() {
		return this.repeated ? this
				: new PendingSettlement(this.settlement, this.lease, this.outcome, this.exception, true, this.onEnd);
	}

	/**
	 * What the text of a failure takes, which is all that can be large.
	 * @return its length in characters, zero if there is none
	 */
	public int length() {
		if (this.settlement instanceof Settlement.Fail fail) {
			return fail.reason().error().length();
		}
		return (this.settlement instanceof Settlement.Bury bury) ? bury.reason().error().length() : 0;
	}

	/**
	 * Whether the lease was lost before the settlement was carried out. If it was sent
	 * before, it may have been carried out then, so nobody knows. A handler that has
	 * replaced or cancelled its own job has lost nothing.
	 * @param result what the store has answered
	 */
	public boolean isLost(SettleResult result) {
		return result == SettleResult.LEASE_LOST && !this.repeated && !isEndedByHandler();
	}

	public boolean isEndedByHandler() {
		return this.lease.endByHandler() != null;
	}

	/**
	 * Name the settlement for a log.
	 */
	@Override
	public String toString() {
		return this.settlement.getClass().getSimpleName().toLowerCase(Locale.ROOT) + " of job '"
				+ this.settlement.lease().id() + "' of topic '" + this.settlement.lease().topic() + "'";
	}

}
