// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.converter.PayloadWriter;
import io.delay.listener.JobHandler;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.support.JobFailureLog;
import io.delay.observation.JobOutcome;
import io.delay.store.FailureReason;
import io.delay.store.LeaseTerms;
import io.delay.store.Settlement;
import io.delay.support.FailureLog;
import io.delay.support.WrapperExceptions;

/**
 * Runs the handler on a job and decides how the job is settled.
 */
public final class JobExecution implements Execution {

	private static final Log logger = LogFactory.getLog(JobExecution.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	// The pause of a job whose transaction could not be begun.
	private static final Duration BEGIN_PAUSE = Duration.ofSeconds(1);

	private final JobHandler handler;

	private final FailurePolicy failurePolicy;

	private final LeaseToucher toucher;

	private final FailureReasons reasons;

	private final PayloadWriter payloads;

	private final JobFailureLog failures;

	public JobExecution(JobHandler handler, FailurePolicy failurePolicy, LeaseToucher toucher, FailureReasons reasons,
			PayloadWriter payloads, JobFailureLog failures) {
		this.handler = handler;
		this.failurePolicy = failurePolicy;
		this.toucher = toucher;
		this.reasons = reasons;
		this.payloads = payloads;
		this.failures = failures;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		DefaultJobContext context = begin(job);
		AsyncResult result = null;
		Throwable failure = null;
		try {
			CompletionStage<?> stage = this.handler.handleAsync(job.job(), context);
			result = (stage != null) ? new AsyncResult(job, stage) : null;
		}
		catch (Throwable ex) {
			failure = ex;
		}
		Cut cut = Cut.ofInterrupted(interrupted.getAsBoolean());
		if (result != null && !result.isComplete()) {
			return pending(job, context, result, cut);
		}
		return end(job, context, (result != null) ? result.failure() : failure, cut);
	}

	DefaultJobContext begin(HeldJob job) {
		DefaultJobContext context = new DefaultJobContext(job, this.toucher, this.reasons, this.payloads);
		if (logger.isDebugEnabled()) {
			logger.debug("Handling " + job + ", attempt " + context.attempt() + " of " + context.maxAttempts());
		}
		return context;
	}

	// The caller must log the interrupt of a batch.
	HandlingResult end(HeldJob job, DefaultJobContext context, @Nullable Throwable failure, boolean interrupted) {
		return end(job, context, failure, interrupted ? Cut.BATCH_INTERRUPTED : Cut.NONE);
	}

	HandlingResult endHandler(HeldJob job, DefaultJobContext context, @Nullable Throwable failure,
			boolean interrupted) {
		return end(job, context, failure, Cut.ofInterrupted(interrupted));
	}

	// The transaction was rolled back, or not even begun, although the handler threw no
	// exception. A decision of the handler has no effect. There is no failure if the
	// container interrupted the handler.
	HandlingResult endRolledBack(HeldJob job, @Nullable Throwable failure, boolean begin, boolean interrupted) {
		job.lease().handled();
		return new HandlingResult(
				(interrupted || failure == null) ? handBack(job, failure)
						: begin ? releaseUnhandled(job, failure) : this.failurePolicy.retry(job, failure),
				causeOf(failure));
	}

	private Settlement releaseUnhandled(HeldJob job, Throwable failure) {
		this.failures.warnOfCall(failureLog,
				"Cannot begin the transaction of the handler of " + job
						+ "; its handler was not called, the job is delivered again, and the attempt does not count",
				failure);
		return new Settlement.Release(job.job().lease(), BEGIN_PAUSE);
	}

	void warnOfInterruptedBatch(String topic, long handedBack, @Nullable Throwable failure) {
		warnOfInterrupt(handedBack + " job(s) of a batch of topic '" + topic + "'",
				"the jobs are handed back and the attempts do not count", failure);
	}

	private Handling pending(HeldJob job, DefaultJobContext context, AsyncResult result, Cut cut) {
		return result.handling((failure) -> {
			// A result that has completed normally in spite of its cancellation was not
			// cut short
			boolean cancelled = failure != null && result.isCancelled();
			return end(job, context, failure, cancelled ? Cut.ofCancelled(job) : cut);
		});
	}

	private HandlingResult end(HeldJob job, DefaultJobContext context, @Nullable Throwable failure, Cut cut) {
		job.lease().handled();
		return new HandlingResult(settle(job, context, failure, cut), causeOf(failure));
	}

	private Settlement settle(HeldJob job, DefaultJobContext context, @Nullable Throwable failure, Cut cut) {
		Settlement decision = context.decision();
		boolean completed = failure == null && cut == Cut.NONE;
		boolean isDecided = decision != null && (completed || !(decision instanceof Settlement.Resubmit));
		JobOutcome end = job.lease().endByHandler();
		if (end != null) {
			return ended(job, end, isDecided ? decision : null, failure, cut);
		}
		if (decision != null && isDecided) {
			if (failure != null) {
				warn(decision instanceof Settlement.Bury,
						"The handler of " + job + " threw an exception after its decision; the decision applies: "
								+ decision.getClass().getSimpleName(),
						failure);
			}
			return decision;
		}
		if (cut == Cut.CANCELLED || cut == Cut.LEASE_LOST) {
			warnOfOtherFailure(job, failure);
		}
		return switch (cut) {
			case NONE -> (failure != null) ? fail(job, context, failure) : new Settlement.Ack(job.job().lease());
			case INTERRUPTED -> handBack(job, failure);
			case BATCH_INTERRUPTED -> new Settlement.HandBack(job.job().lease());
			case CANCELLED -> handBackCancelled(job);
			case LEASE_LOST -> elapsed(job);
		};
	}

	// The handler has replaced or cancelled its own job, which ended the lease, so the
	// store refuses any settlement. If a rollback has undone that, the lease is still
	// valid, and the settlement is that of any other job
	private Settlement ended(HeldJob job, JobOutcome end, @Nullable Settlement decision, @Nullable Throwable failure,
			Cut cut) {
		if (failure != null) {
			this.failures.warn(failureLog,
					"Handler of " + job + " threw an exception after the job was " + end.tag()
							+ " by the handler; this delivery is not retried unless a rollback has undone that",
					failure);
		}
		if (decision != null) {
			return decision;
		}
		return switch (cut) {
			case NONE -> (failure != null) ? new Settlement.Fail(job.job().lease(), reasonOf(job, failure), null)
					: new Settlement.Ack(job.job().lease());
			case INTERRUPTED, BATCH_INTERRUPTED, CANCELLED -> new Settlement.HandBack(job.job().lease());
			case LEASE_LOST -> elapsed(job);
		};
	}

	// The job is handed back even if the handler returned, because the interrupt may have
	// stopped the handler halfway. Neither the return nor the interrupt status of the
	// thread shows whether that happened
	private Settlement handBack(HeldJob job, @Nullable Throwable failure) {
		warnOfInterrupt(job.toString(), "the job is handed back and the attempt does not count", failure);
		return new Settlement.HandBack(job.job().lease());
	}

	private void warnOfInterrupt(String jobs, String consequence, @Nullable Throwable failure) {
		if (failure != null) {
			this.failures.warn(failureLog, "Handler of " + jobs + " was interrupted because its container is stopping, "
					+ "and threw an exception; " + consequence, failure);
		}
		else {
			logger.warn("Handler of " + jobs + " was interrupted because its container is stopping, and returned, "
					+ "possibly with its work incomplete; " + consequence + ". "
					+ "Give handlers more time (shutdown-timeout), or have the handler release or bury the job with "
					+ "JobContext");
		}
	}

	private void warnOfOtherFailure(HeldJob job, @Nullable Throwable failure) {
		if (failure != null && !(causeOf(failure) instanceof CancellationException)) {
			this.failures.warn(failureLog,
					"The asynchronous result of " + job + " was cancelled, and failed with a different exception",
					failure);
		}
	}

	private Settlement handBackCancelled(HeldJob job) {
		logger.warn("The asynchronous result of " + job + " was cancelled because its container is stopping; the job "
				+ "is handed back and the attempt does not count");
		return new Settlement.HandBack(job.job().lease());
	}

	// Unless the job has already been delivered again, the attempt counts, as it does for
	// a handler that is still running when its lease ends
	private Settlement elapsed(HeldJob job) {
		return new Settlement.Fail(job.job().lease(), this.reasons.of(
				"TTR of " + job.lease().terms().ttr().toMillis() + " ms elapsed; the asynchronous result was cancelled",
				job.lease()), null);
	}

	private Settlement fail(HeldJob job, DefaultJobContext context, Throwable failure) {
		try {
			return this.failurePolicy.settle(job, context, failure);
		}
		catch (RuntimeException | Error ex) {
			LeaseTerms terms = job.job().terms();
			warn(terms.isLastAttempt(), "Attempt " + terms.attempt() + " of " + terms.maxAttempts() + " failed for "
					+ job + " with an exception that cannot be read; it is treated as an ordinary failure", failure);
			return new Settlement.Fail(job.job().lease(), this.reasons.of(failure.getClass().getName(), job.lease()),
					null);
		}
	}

	private FailureReason reasonOf(HeldJob job, Throwable failure) {
		try {
			return this.reasons.of(failure, job.lease());
		}
		catch (RuntimeException | Error ex) {
			return this.reasons.of(failure.getClass().getName(), job.lease());
		}
	}

	private void warn(boolean buried, String message, Throwable failure) {
		if (buried) {
			this.failures.warnOfBurial(failureLog, message, failure);
		}
		else {
			this.failures.warn(failureLog, message, failure);
		}
	}

	private static @Nullable Throwable causeOf(@Nullable Throwable failure) {
		try {
			return (failure != null) ? WrapperExceptions.unwrap(failure) : null;
		}
		catch (RuntimeException | Error ex) {
			return failure;
		}
	}

	/** How the container has cut the handler short. */
	private enum Cut {

		NONE,

		/** The thread was interrupted because the container is stopping. */
		INTERRUPTED,

		/** The same for a job of a batch; the interrupt is logged once for the batch. */
		BATCH_INTERRUPTED,

		/** The result was cancelled because the container is stopping. */
		CANCELLED,

		/** The result was cancelled because the lease is lost. */
		LEASE_LOST;

		static Cut ofInterrupted(boolean interrupted) {
			return interrupted ? INTERRUPTED : NONE;
		}

		static Cut ofCancelled(HeldJob job) {
			return job.lease().isLost() ? LEASE_LOST : CANCELLED;
		}

	}

}
