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

package io.delay.listener.settle;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.SettleResult;
import io.delay.support.FailureLog;

/**
 * Logs what became of settlements.
 */
public final class SettlementLog {

	private static final Log logger = LogFactory.getLog(SettlementLog.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private final JobFailureLog failures;

	SettlementLog(JobFailureLog failures) {
		this.failures = failures;
	}

	void answered(List<PendingSettlement> settlements, List<SettleResult> results) {
		for (int i = 0; i < settlements.size(); i++) {
			answered(settlements.get(i), results.get(i));
		}
	}

	private static void answered(PendingSettlement settlement, SettleResult result) {
		if (result == SettleResult.DONE) {
			if (logger.isDebugEnabled()) {
				logger.debug(settlement);
			}
		}
		else if (settlement.isLost(result)) {
			logger.warn("Lease lost, nothing was changed: " + settlement + ". " + describeLoss(settlement.lease()));
		}
		else if (settlement.isEndedByHandler()) {
			logger.debug("Nothing was changed, since the handler has replaced or cancelled its job: " + settlement);
		}
		else {
			logger.debug("Unknown whether it was carried out before its lease was lost: " + settlement);
		}
	}

	/**
	 * Describe how a lease was most likely lost, from what is known about it here.
	 * @param lease the lease, which the store has refused
	 * @return sentences for the log, without a full stop at the end
	 */
	public static String describeLoss(HeldLease lease) {
		Duration time = lease.handlingTime();
		String facts = ((time != null) ? "The handler ran for " + seconds(time) : "No handler had begun with the job")
				+ ", with a TTR of " + seconds(lease.terms().ttr()) + ", " + lease.touches()
				+ " touches, and a reserve that was sent " + seconds(Duration.ofNanos(lease.heldNanos())) + " ago. ";
		return facts + (lease.hasEnded()
				? "The lease has ended, so the job was most likely delivered again. Raise the TTR (ttr of the listener, "
						+ "or delay.topics), or call JobContext.touch() while the handler works"
				: "The lease would not have ended yet, so the job was most likely replaced or cancelled");
	}

	private static String seconds(Duration duration) {
		return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
	}

	void refused(PendingSettlement settlement, Throwable failure) {
		this.failures.warn(failureLog,
				"The store does not take it, trying again until its lease has ended: " + settlement, failure);
	}

	void ended(PendingSettlement settlement) {
		logger.warn("Given up, its lease has ended before the store took it, so the job will be delivered again "
				+ "unless it did take it: " + settlement);
	}

	void late(PendingSettlement settlement, Throwable failure) {
		this.failures.warn(failureLog,
				"Given up, its container has stopped and the store does not take it, so the job will be "
						+ "delivered again: " + settlement,
				failure);
	}

}
