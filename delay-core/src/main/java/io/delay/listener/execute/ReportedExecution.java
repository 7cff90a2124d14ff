// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.function.BooleanSupplier;

import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.store.LeaseTerms;
import io.delay.store.Settlement;

/**
 * Reports the start of a handler to the store before the handler runs, if the terms of
 * the lease require it. If the store does not confirm the report, the job is handed back.
 */
public final class ReportedExecution implements Execution {

	private final Execution execution;

	private final LeaseToucher toucher;

	public ReportedExecution(Execution execution, LeaseToucher toucher) {
		this.execution = execution;
		this.toucher = toucher;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		LeaseTerms terms = job.lease().terms();
		if (!terms.isReportedFirst()) {
			return start(job, interrupted);
		}
		if (!this.toucher.touch(job.lease())) {
			interrupted.getAsBoolean();
			return new HandlingResult(new Settlement.HandBack(job.lease().lease()), null);
		}
		return start(job, interrupted);
	}

	private Handling start(HeldJob job, BooleanSupplier interrupted) {
		job.lease().started();
		return this.execution.execute(job, interrupted);
	}

}
