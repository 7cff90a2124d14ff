// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.listener.lease.HeldJob;
import io.delay.listener.settle.SettlementLog;
import io.delay.listener.support.JobFailureLog;
import io.delay.support.FailureLog;

/**
 * Cancels the asynchronous results of jobs whose leases have ended, and logs these jobs
 * and the handlers that are still running although the leases of their jobs have ended.
 */
final class OverrunLog {

	private static final Log logger = LogFactory.getLog(JobDispatcher.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private final JobFailureLog failures;

	OverrunLog(JobFailureLog failures) {
		this.failures = failures;
	}

	void overrun(List<JobDelivery> deliveries) {
		for (JobDelivery delivery : deliveries) {
			try {
				overrun(delivery);
			}
			catch (RuntimeException | Error ex) {
				this.failures.warn(failureLog,
						"Could not cancel the asynchronous result of " + delivery.job() + ", whose lease has ended",
						ex);
			}
		}
	}

	private void overrun(JobDelivery delivery) {
		WorkerStack stack = delivery.stackOfWorker();
		boolean cancelled = delivery.cancelResult();
		// A handler that has ended its own job has no lease any more
		if (delivery.job().lease().endByHandler() != null) {
			return;
		}
		if (cancelled) {
			logger.warn("The asynchronous result of " + delivery.job() + " is cancelled because its lease has ended; "
					+ "the job is delivered again, or buried if this was its last attempt. "
					+ SettlementLog.describeRun(delivery.job().lease())
					+ "If the work takes that long, raise the TTR, or set auto-touch and a longer max-run-time");
		}
		else if (stack != null) {
			this.failures.warn(failureLog, describe(delivery.job(), stack), stack);
		}
	}

	private static String describe(HeldJob job, WorkerStack stack) {
		String run = SettlementLog.describeRun(job.lease());
		return stack.isHandlerReturned()
				? "The handler of " + job + " has returned, but its thread is still busy although the lease has ended; "
						+ "the job is delivered again, unless its transaction settles it. " + run
						+ "The stack shows what the thread does"
				: "Handler of " + job
						+ " is still running although its lease has ended; the job is delivered again, or "
						+ "buried if this was its last attempt. " + run
						+ "If the handler does not hang, raise the TTR, or set auto-touch and a longer max-run-time";
	}

}
