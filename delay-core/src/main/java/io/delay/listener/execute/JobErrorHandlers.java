// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.List;

import org.apache.commons.logging.LogFactory;

import io.delay.listener.JobContext;
import io.delay.listener.JobErrorDecision;
import io.delay.listener.JobErrorHandler;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.support.JobFailureLog;
import io.delay.support.FailureLog;

/**
 * Calls the error handlers of the application until one of them makes a decision. If one
 * of them throws an exception, the others are not called, and the settings of the
 * listener apply.
 */
final class JobErrorHandlers {

	private static final FailureLog failureLog = new FailureLog(LogFactory.getLog(JobErrorHandlers.class));

	private final List<JobErrorHandler> handlers;

	private final JobFailureLog failures;

	JobErrorHandlers(List<JobErrorHandler> handlers, JobFailureLog failures) {
		this.handlers = handlers;
		this.failures = failures;
	}

	JobErrorDecision decide(HeldJob job, JobContext context, Throwable failure) {
		for (JobErrorHandler handler : this.handlers) {
			try {
				JobErrorDecision decision = handler.handleError(context, failure);
				if (!(decision instanceof JobErrorDecision.ByDefault)) {
					return decision;
				}
			}
			catch (Throwable ex) {
				// An error handler may throw the exception that it was called with
				if (ex != failure) {
					this.failures.warn(failureLog, handler.getClass().getName() + " could not decide about " + job
							+ ", whose handler failed; the settings of the listener apply", ex);
				}
				break;
			}
		}
		return JobErrorDecision.byDefault();
	}

}
