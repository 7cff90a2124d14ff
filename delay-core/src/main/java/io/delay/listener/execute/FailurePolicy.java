// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.JobContext;
import io.delay.listener.JobErrorDecision;
import io.delay.listener.JobErrorHandler;
import io.delay.listener.UnprocessableJobException;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.LeaseTerms;
import io.delay.store.Settlement;
import io.delay.support.FailureLog;
import io.delay.support.WrapperExceptions;

/**
 * Decides whether a job whose handler threw an exception is delivered again or buried at
 * once. The error handlers of the application are called first; if they make no decision,
 * the settings of the listener apply. An {@link UnprocessableJobException} always buries
 * the job. An exception that only wraps its cause, such as an {@link ExecutionException},
 * is treated as that cause.
 */
public final class FailurePolicy {

	private static final FailureLog failureLog = new FailureLog(LogFactory.getLog(FailurePolicy.class));

	private static final String NOT_RETRIED = "an exception that is not retried";

	private final BackoffPolicy backoff;

	private final RetriedExceptions retried;

	private final List<JobErrorHandler> errorHandlers;

	private final FailureReasons reasons;

	private final JobFailureLog failures;

	public FailurePolicy(BackoffPolicy backoff, RetriedExceptions retried, List<JobErrorHandler> errorHandlers,
			FailureReasons reasons, JobFailureLog failures) {
		this.backoff = backoff;
		this.retried = retried;
		this.errorHandlers = errorHandlers;
		this.reasons = reasons;
		this.failures = failures;
	}

	Settlement settle(HeldJob job, DefaultJobContext context, Throwable thrown) {
		Throwable failure = WrapperExceptions.unwrap(thrown);
		if (failure instanceof UnprocessableJobException) {
			return bury(job, NOT_RETRIED, failure);
		}
		// A resubmit by the listener method has no effect after a failure
		Settlement before = context.decision();
		JobErrorDecision decision = decideByHandlers(job, context, failure);
		Settlement byContext = context.decision();
		if (byContext != null && byContext != before) {
			return byContext;
		}
		LeaseTerms terms = job.job().terms();
		if (decision instanceof JobErrorDecision.Done) {
			this.failures.warn(failureLog,
					"Attempt " + terms.attempt() + " failed; " + job + " is acknowledged, as an error handler decided",
					failure);
			return new Settlement.Ack(job.job().lease());
		}
		if (decision instanceof JobErrorDecision.Bury) {
			return bury(job, "an exception (an error handler decided to bury the job)", failure);
		}
		if (decision instanceof JobErrorDecision.Retry retry) {
			return retry(job, failure, retry.delay());
		}
		return this.retried.contains(failure) ? retry(job, failure, this.backoff.delayFor(terms.attempt()))
				: bury(job, NOT_RETRIED, failure);
	}

	// If an error handler throws an exception, the others are not called, and the
	// settings of the listener apply
	private JobErrorDecision decideByHandlers(HeldJob job, JobContext context, Throwable failure) {
		for (JobErrorHandler handler : this.errorHandlers) {
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

	// Decides to deliver a job again because the transaction of its handler has failed.
	// The settings for exceptions of the handler and error handlers do not apply.
	Settlement retry(HeldJob job, Throwable failure) {
		return retry(job, failure, this.backoff.delayFor(job.job().terms().attempt()));
	}

	private Settlement bury(HeldJob job, String why, Throwable failure) {
		LeaseTerms terms = job.job().terms();
		this.failures.warnOfBurial(failureLog,
				"Attempt " + terms.attempt() + " failed with " + why + "; " + this.failures.burying(job, terms),
				failure);
		return new Settlement.Bury(job.job().lease(), this.reasons.of(failure, job.lease()));
	}

	private Settlement retry(HeldJob job, Throwable failure, @Nullable Duration delay) {
		LeaseTerms terms = job.job().terms();
		String attempt = "Attempt " + terms.attempt() + " of " + terms.maxAttempts()
				+ (terms.isFailureHandling() ? " of the failure handler" : "") + " failed; ";
		if (terms.isLastAttempt()) {
			this.failures.warnOfBurial(failureLog, attempt + this.failures.burying(job, terms), failure);
		}
		else {
			this.failures.warn(failureLog, attempt + job + " will be delivered again", failure);
		}
		return new Settlement.Fail(job.job().lease(), this.reasons.of(failure, job.lease()), delay);
	}

	/**
	 * Determines after which exceptions a job is delivered again. As in Spring's
	 * {@code RetryPolicy}, the subclasses of the given types and the causes of an
	 * exception are included, and excluded types take precedence.
	 *
	 * @param included the exceptions after which a job is delivered again, empty for all
	 * @param excluded the exceptions after which a job is buried
	 */
	public record RetriedExceptions(List<Class<? extends Throwable>> included,
			List<Class<? extends Throwable>> excluded) {

		// Guards against cyclic causes.
		private static final int MAX_CAUSES = 32;

		public static RetriedExceptions all() {
			return new RetriedExceptions(List.of(), List.of());
		}

		boolean contains(Throwable failure) {
			if (matches(failure, this.excluded)) {
				return false;
			}
			return this.included.isEmpty() || matches(failure, this.included);
		}

		private static boolean matches(Throwable failure, List<Class<? extends Throwable>> types) {
			return !types.isEmpty() && Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
				.limit(MAX_CAUSES)
				.anyMatch((cause) -> types.stream().anyMatch((type) -> type.isInstance(cause)));
		}

	}

}
