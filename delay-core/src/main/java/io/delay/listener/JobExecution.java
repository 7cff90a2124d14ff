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

package io.delay.listener;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.store.Settlement;

/**
 * Runs the handler on a job and decides how the job is settled.
 */
final class JobExecution {

	private static final Log logger = LogFactory.getLog(JobExecution.class);

	private final JobHandler handler;

	private final FailurePolicy failurePolicy;

	private final LeaseToucher toucher;

	private final String host;

	JobExecution(JobHandler handler, FailurePolicy failurePolicy, LeaseToucher toucher, String host) {
		this.handler = handler;
		this.failurePolicy = failurePolicy;
		this.toucher = toucher;
		this.host = host;
	}

	/**
	 * Run the handler. Never throws.
	 * @param job the job
	 * @return the settlement that the handler decided, else an ack if it returned and a
	 * failure if it threw
	 */
	Settlement execute(HeldJob job) {
		HandledJobContext context = new HandledJobContext(job, this.toucher, this.host);
		if (logger.isDebugEnabled()) {
			logger.debug("Handling " + job + ", attempt " + context.attempt() + " of " + context.maxAttempts());
		}
		Throwable failure = call(job, context);
		Settlement decision = context.decision();
		if (decision != null) {
			if (failure != null) {
				logger.warn("The handler decided about " + job + " and then threw; its decision stands: "
						+ decision.getClass().getSimpleName(), failure);
			}
			return decision;
		}
		return (failure != null) ? this.failurePolicy.settle(job, failure) : new Settlement.Ack(job.job().lease());
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
