// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.delay.listener.execute.Execution;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingHandling;
import io.delay.listener.support.LoggingContext;
import io.delay.observation.DefaultProcessObservationConvention;
import io.delay.observation.DelayObservation;
import io.delay.observation.GuardedObservation;
import io.delay.observation.ProcessObservationContext;
import io.delay.observation.ProcessObservationConvention;
import io.delay.support.FailureNotice;

/**
 * Measures how late each execution starts, names its job in the logging context, and
 * observes it if an observation handler is registered. The scope of the observation
 * includes everything that is logged during the execution.
 */
final class WatchedExecution implements Execution {

	private static final ProcessObservationConvention DEFAULT_CONVENTION = new DefaultProcessObservationConvention();

	private final Execution execution;

	private final String listener;

	private final @Nullable ContainerMetrics metrics;

	private final InstrumentationOptions options;

	private final FailureNotice notice;

	WatchedExecution(Execution execution, String listener, @Nullable ContainerMetrics metrics,
			InstrumentationOptions options, FailureNotice notice) {
		this.execution = execution;
		this.listener = listener;
		this.metrics = metrics;
		this.options = options;
		this.notice = notice;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		if (this.metrics != null) {
			this.metrics.started(job);
		}
		// This is checked for each execution, because handlers can be added to a registry
		// at any time
		return LoggingContext.call(job.job(), () -> this.options.registry().isNoop()
				? this.execution.execute(job, interrupted) : observe(job, interrupted));
	}

	private Handling observe(HeldJob job, BooleanSupplier interrupted) {
		ProcessObservationContext context = new ProcessObservationContext(this.listener, job.job());
		GuardedObservation observation = new GuardedObservation(this.options.registry(), this.notice,
				() -> DelayObservation.PROCESS.observation(this.options.convention(), DEFAULT_CONVENTION, () -> context,
						this.options.registry()));
		try {
			Handling handling = this.execution.execute(job, interrupted)
				.then((result) -> ended(job, result, context, observation));
			if (handling instanceof PendingHandling) {
				observation.closeScope();
			}
			return handling.whenEnded(observation::end);
		}
		catch (RuntimeException | Error ex) {
			observation.error(ex);
			observation.end();
			throw ex;
		}
	}

	private static HandlingResult ended(HeldJob job, HandlingResult result, ProcessObservationContext context,
			GuardedObservation observation) {
		context.outcome(job.outcome(result));
		if (result.failure() != null) {
			observation.error(result.failure());
		}
		return result;
	}

}
