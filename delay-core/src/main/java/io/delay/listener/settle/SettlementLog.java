// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.math.BigDecimal;
import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.SettleResult;
import io.delay.support.FailureLog;

/**
 * Logs the results of settlements.
 */
public final class SettlementLog {

	private static final Log logger = LogFactory.getLog(SettlementLog.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private final JobFailureLog failures;

	SettlementLog(JobFailureLog failures) {
		this.failures = failures;
	}

	void answered(PendingSettlement settlement, SettleResult result) {
		if (result == SettleResult.DONE) {
			if (logger.isDebugEnabled()) {
				logger.debug(settlement);
			}
		}
		else if (settlement.isLost(result)) {
			lost(this.failures, settlement.lease(), "Lease lost; the store did not carry out the " + settlement + ". ");
		}
		else if (settlement.isEndedByHandler()) {
			logger.debug("The store did not carry out the " + settlement
					+ " because the handler had replaced or cancelled the job");
		}
		else {
			logger.debug("Unknown whether the store carried out the " + settlement + " before the lease was lost");
		}
	}

	// To replace or cancel a job while it runs is ordinary, so this is logged at DEBUG
	// only. The text must end with a space.
	public static void lost(JobFailureLog failures, HeldLease lease, String what) {
		if (lease.hasEnded()) {
			failures.warnOf(failureLog, "lost leases", what + describeLoss(lease));
		}
		else {
			failureLog.debug(what + describeLoss(lease));
		}
	}

	private static String describeLoss(HeldLease lease) {
		return describeRun(lease) + (lease.hasEnded()
				? "The lease has ended, so the job was most likely delivered again. Raise the TTR (ttr of the listener "
						+ "or of the topic in delay.topics), or call JobContext.touch() while the handler runs"
				: "The lease would not have ended yet, so the job was most likely replaced or cancelled");
	}

	public static String describeRun(HeldLease lease) {
		Duration time = lease.handlingTime();
		return ((time != null) ? "The handler ran for " + seconds(time) : "No handler had started") + " (TTR of "
				+ seconds(lease.terms().ttr()) + ", " + lease.touches() + " touches, reserved "
				+ seconds(Duration.ofNanos(Math.max(0, lease.heldNanos()))) + " ago). ";
	}

	private static String seconds(Duration duration) {
		return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
	}

	void refused(PendingSettlement settlement, Throwable failure) {
		this.failures.warn(failureLog, "The store refused the " + settlement + "; it is repeated until the lease ends",
				failure);
	}

	void ended(PendingSettlement settlement) {
		this.failures.warnOf(failureLog, "leases that ended before a settlement",
				"Gave up on the " + settlement + ": the lease ended before the store accepted it. The job will be "
						+ "delivered again unless the store has carried out the settlement and its reply was lost");
	}

	void endedBeforeStart(HeldJob job) {
		this.failures.warnOf(failureLog, "leases that ended before a worker was free", "The lease of " + job
				+ " ended while the job waited for a worker; the job was handed back. Give the jobs a longer TTR, or "
				+ "add instances if the CPU is busy. If the executor of the listener has fewer threads than its "
				+ "concurrency, reduce the concurrency to their number");
	}

	void late(PendingSettlement settlement, Throwable failure) {
		this.failures.warnOfCall(failureLog, "Gave up on the " + settlement
				+ ": the container has stopped and the store did not accept it. The job will be " + "delivered again",
				failure);
	}

}
