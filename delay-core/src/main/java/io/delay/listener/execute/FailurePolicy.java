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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.apache.commons.logging.LogFactory;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.UnprocessableJobException;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.FailureReason;
import io.delay.store.LeaseTerms;
import io.delay.store.Settlement;
import io.delay.support.FailureLog;

/**
 * Decides whether a job whose handler threw an exception is delivered again or buried at
 * once. An exception that only wraps its cause, such as an {@link ExecutionException}, is
 * treated as that cause; all other causes are ignored.
 */
public final class FailurePolicy {

	private static final FailureLog failureLog = new FailureLog(LogFactory.getLog(FailurePolicy.class));

	/** Guards against cyclic causes. */
	private static final int MAX_WRAPPERS = 32;

	private static final Set<Class<? extends Throwable>> WRAPPERS = Set.of(UndeclaredThrowableException.class,
			InvocationTargetException.class, ExecutionException.class, CompletionException.class);

	private final BackoffPolicy backoff;

	private final List<Class<? extends Throwable>> noRetryFor;

	private final String host;

	private final JobFailureLog failures;

	public FailurePolicy(BackoffPolicy backoff, List<Class<? extends Throwable>> noRetryFor, String host,
			JobFailureLog failures) {
		this.backoff = backoff;
		this.noRetryFor = noRetryFor;
		this.host = host;
		this.failures = failures;
	}

	Settlement settle(HeldJob job, Throwable thrown) {
		Throwable failure = unwrap(thrown);
		LeaseTerms terms = job.job().terms();
		FailureReason reason = FailureReason.of(failure, this.host);
		if (isFinal(failure)) {
			this.failures.warnOfBurial(failureLog,
					"Attempt " + terms.attempt() + " failed with an exception that is not retried; burying " + job,
					failure);
			return new Settlement.Bury(job.job().lease(), reason);
		}
		String attempt = "Attempt " + terms.attempt() + " of " + terms.maxAttempts() + " failed; ";
		if (terms.isLastAttempt()) {
			this.failures.warnOfBurial(failureLog, attempt + "burying " + job, failure);
		}
		else {
			this.failures.warn(failureLog, attempt + job + " will be delivered again", failure);
		}
		return new Settlement.Fail(job.job().lease(), reason, this.backoff.delayFor(terms.attempt()));
	}

	/**
	 * Return the original exception.
	 * @param thrown the exception that the handler threw
	 * @return the exception that it wraps, or the exception itself
	 */
	static Throwable unwrap(Throwable thrown) {
		Throwable failure = thrown;
		for (int i = 0; i < MAX_WRAPPERS && WRAPPERS.contains(failure.getClass()); i++) {
			Throwable cause = failure.getCause();
			if (cause == null) {
				break;
			}
			failure = cause;
		}
		return failure;
	}

	private boolean isFinal(Throwable failure) {
		return failure instanceof UnprocessableJobException
				|| this.noRetryFor.stream().anyMatch((type) -> type.isInstance(failure));
	}

}
