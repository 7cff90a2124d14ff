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

import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.store.Settlement;

/**
 * Passes jobs in failure handling to the failure handler, and all other jobs to the
 * listener.
 */
public final class FailureHandlerExecution implements Execution {

	private final Execution listener;

	private final Execution failureHandler;

	private final boolean thenDelete;

	public FailureHandlerExecution(Execution listener, Execution failureHandler, boolean thenDelete) {
		this.listener = listener;
		this.failureHandler = failureHandler;
		this.thenDelete = thenDelete;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		if (!job.job().terms().isFailureHandling()) {
			return this.listener.execute(job, interrupted);
		}
		return this.failureHandler.execute(job, interrupted).then((result) -> handled(job, result));
	}

	private HandlingResult handled(HeldJob job, HandlingResult result) {
		boolean kept = result.settlement() instanceof Settlement.Ack && !this.thenDelete;
		return kept ? new HandlingResult(new Settlement.FailureHandled(job.job().lease()), result.failure()) : result;
	}

}
