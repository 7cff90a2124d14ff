// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.function.BooleanSupplier;

import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.store.Settlement;

/**
 * Handles only jobs that have not expired; an expired job is deleted.
 */
public final class UnexpiredExecution implements Execution {

	private final Execution execution;

	public UnexpiredExecution(Execution execution) {
		this.execution = execution;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		if (job.isExpired()) {
			interrupted.getAsBoolean();
			return new HandlingResult(new Settlement.Expire(job.lease().lease()), null);
		}
		return this.execution.execute(job, interrupted);
	}

}
