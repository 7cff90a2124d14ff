// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

import io.delay.delivery.HandlerScope;
import io.delay.listener.execute.BatchExecution;

/**
 * The deliveries that a worker carries out together, in one call of the handler. Each of
 * them is started, handed back or ended individually.
 */
public final class BatchDelivery implements Runnable {

	private final List<JobDelivery> deliveries;

	private final BatchExecution execution;

	// The first failure that is not a failure of a job. Used by the worker only.
	private @Nullable Throwable failure;

	// There is at least one delivery. All can start when the first one can, and a
	// delivery of a job that must be handled alone is the only one.
	public BatchDelivery(List<JobDelivery> deliveries, BatchExecution execution) {
		this.deliveries = deliveries;
		this.execution = execution;
	}

	@Override
	public void run() {
		JobDelivery first = this.deliveries.get(0);
		if (first.isAlone()) {
			first.run();
			return;
		}
		first.awaitStart();
		HandlerRun run = new HandlerRun();
		List<JobDelivery> begun = new ArrayList<>(this.deliveries.size());
		for (JobDelivery delivery : this.deliveries) {
			attempt(() -> {
				if (delivery.begin(run)) {
					begun.add(delivery);
				}
			});
		}
		if (!begun.isEmpty()) {
			handle(begun, run);
		}
		if (this.failure != null) {
			ReflectionUtils.rethrowRuntimeException(this.failure);
		}
	}

	private void handle(List<JobDelivery> begun, HandlerRun run) {
		try {
			HandlerScope scope = HandlerScope.ofBatch(begun.stream().map(JobDelivery::scope).toList());
			BatchExecution.Batch batch = this.execution.begin();
			scope.enter();
			try {
				handle(begun, batch, run);
			}
			finally {
				scope.leave();
			}
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
			begun.forEach((delivery) -> attempt(delivery::endWithoutSettlement));
		}
		finally {
			run.leave();
		}
	}

	private void handle(List<JobDelivery> begun, BatchExecution.Batch batch, HandlerRun run) {
		begun.forEach((delivery) -> add(delivery, batch));
		// If this call fails, it has already ended the deliveries. The run ends with the
		// handler, because a batch has no transaction
		attempt(() -> batch.handle(run::leave));
	}

	private void add(JobDelivery delivery, BatchExecution.Batch batch) {
		try {
			delivery.end(batch.add(delivery.job()));
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
			attempt(delivery::endWithoutSettlement);
		}
	}

	// A failure of one delivery must not prevent the others from being ended
	private void attempt(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	private void failed(Throwable thrown) {
		if (this.failure == null) {
			this.failure = thrown;
		}
	}

}
