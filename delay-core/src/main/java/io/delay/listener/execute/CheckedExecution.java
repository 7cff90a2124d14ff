// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.function.BooleanSupplier;

import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.store.Settlement;

/**
 * Runs an execution only if its job may start. An expired job is deleted. If the terms of
 * the lease require it, the start is reported to the store first, and if the store does
 * not confirm the report, the job is handed back.
 */
public record CheckedExecution(Execution execution, LeaseToucher toucher) implements Execution {

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		if (job.isExpired()) {
			interrupted.getAsBoolean();
			return new HandlingResult(new Settlement.Expire(job.lease().lease()), null);
		}
		if (job.lease().terms().isReportedFirst() && !this.toucher.touch(job.lease())) {
			interrupted.getAsBoolean();
			return new HandlingResult(new Settlement.HandBack(job.lease().lease()), null);
		}
		job.lease().started();
		return this.execution.execute(job, interrupted);
	}

}
