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

package io.delay.listener.execute;

import java.util.function.BooleanSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.support.JobFailureLog;
import io.delay.observation.JobOutcome;
import io.delay.store.FailureReason;
import io.delay.store.LeaseTerms;
import io.delay.store.Settlement;
import io.delay.support.FailureLog;

/**
 * Runs the handler on a job and decides how the job is settled.
 */
public final class JobExecution implements Execution {

	private static final Log logger = LogFactory.getLog(JobExecution.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private final JobHandler handler;

	private final FailurePolicy failurePolicy;

	private final LeaseToucher toucher;

	private final String host;

	private final JobFailureLog failures;

	public JobExecution(JobHandler handler, FailurePolicy failurePolicy, LeaseToucher toucher, String host,
			JobFailureLog failures) {
		this.handler = handler;
		this.failurePolicy = failurePolicy;
		this.toucher = toucher;
		this.host = host;
		this.failures = failures;
	}

	@Override
	public HandlingResult execute(HeldJob job, BooleanSupplier interrupted) {
		DefaultJobContext context = new DefaultJobContext(job, this.toucher, this.host);
		if (logger.isDebugEnabled()) {
			logger.debug("Handling " + job + ", attempt " + context.attempt() + " of " + context.maxAttempts());
		}
		Throwable failure = call(job, context);
		boolean wasInterrupted = interrupted.getAsBoolean();
		return new HandlingResult(settle(job, context, failure, wasInterrupted), causeOf(failure));
	}

	private Settlement settle(HeldJob job, DefaultJobContext context, @Nullable Throwable failure,
			boolean interrupted) {
		JobOutcome end = job.lease().endByHandler();
		if (end != null) {
			return ended(job, end, failure);
		}
		Settlement decision = context.decision();
		if (decision != null) {
			if (failure != null) {
				warn(decision instanceof Settlement.Bury,
						"The handler of " + job + " threw an exception after its decision; the decision applies: "
								+ decision.getClass().getSimpleName(),
						failure);
			}
			return decision;
		}
		if (interrupted) {
			return handBack(job, failure);
		}
		return (failure != null) ? fail(job, failure) : new Settlement.Ack(job.job().lease());
	}

	// The handler has replaced or cancelled its own job, which ended the lease, so the
	// store refuses any settlement
	private Settlement ended(HeldJob job, JobOutcome end, @Nullable Throwable failure) {
		if (failure != null) {
			this.failures.warn(failureLog, "Handler of " + job + " threw an exception after the job was " + end.tag()
					+ " by the handler; this delivery is not retried", failure);
		}
		return new Settlement.Ack(job.job().lease());
	}

	// Applies even if the handler returned, because the interrupt may have stopped it
	// halfway. Neither its return nor the interrupt status of the thread shows whether
	// that happened
	private Settlement handBack(HeldJob job, @Nullable Throwable failure) {
		if (failure != null) {
			this.failures.warn(failureLog, "Handler of " + job + " was interrupted because its container is stopping, "
					+ "and threw an exception; the job is handed back and the attempt does not count", failure);
		}
		else {
			logger.warn("Handler of " + job + " was interrupted because its container is stopping, and returned, "
					+ "possibly with its work incomplete; the job is handed back and the attempt does not count. "
					+ "Give handlers more time (shutdown-timeout), or have the handler decide with JobContext");
		}
		return new Settlement.HandBack(job.job().lease());
	}

	private Settlement fail(HeldJob job, Throwable failure) {
		try {
			return this.failurePolicy.settle(job, failure);
		}
		catch (RuntimeException | Error ex) {
			LeaseTerms terms = job.job().terms();
			warn(terms.isLastAttempt(), "Attempt " + terms.attempt() + " of " + terms.maxAttempts() + " failed for "
					+ job + " with an exception that cannot be read; it is treated as an ordinary failure", failure);
			return new Settlement.Fail(job.job().lease(), new FailureReason(failure.getClass().getName(), this.host),
					null);
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
			return (failure != null) ? FailurePolicy.unwrap(failure) : null;
		}
		catch (RuntimeException | Error ex) {
			return failure;
		}
	}

	private @Nullable Throwable call(HeldJob job, JobContext context) {
		try {
			this.handler.handle(job.job(), context);
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

}
