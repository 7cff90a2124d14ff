// SPDX-License-Identifier: Apache-2.0

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
public record FailureHandlerExecution(Execution listener, Execution failureHandler,
		boolean thenDelete) implements Execution {

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
