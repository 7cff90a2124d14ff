// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.execute.Execution;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingHandling;
import io.delay.listener.settle.SettlementObserver;
import io.delay.listener.support.LoggingContext;
import io.delay.observation.DefaultProcessObservationConvention;
import io.delay.observation.DelayObservation;
import io.delay.observation.GuardedObservation;
import io.delay.observation.ProcessObservationContext;
import io.delay.observation.ProcessObservationConvention;
import io.delay.support.FailureNotice;

/**
 * The instrumentation of one container: events, metrics, observations and the logging
 * context, each only if it is configured. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class ContainerInstrumentation {

	private static final ProcessObservationConvention DEFAULT_CONVENTION = new DefaultProcessObservationConvention();

	private final DelayListenerEndpoint endpoint;

	private final InstrumentationOptions options;

	private final FailureNotice notice;

	private final ListenerEvents events;

	private final @Nullable ContainerMetrics metrics;

	public ContainerInstrumentation(DelayListenerEndpoint endpoint, InstrumentationOptions options) {
		this.endpoint = endpoint;
		this.options = options;
		this.notice = new FailureNotice("The observation of listener '" + endpoint.id() + "'");
		this.events = new ListenerEvents(endpoint, options.events());
		this.metrics = (options.metrics() != null) ? new ContainerMetrics(endpoint, options.metrics()) : null;
	}

	public ListenerEvents events() {
		return this.events;
	}

	public SettlementObserver settlements() {
		return (this.metrics != null) ? SettlementObserver.both(this.events, this.metrics) : this.events;
	}

	/**
	 * Return an execution that also measures how late each job starts, names the job in
	 * the logging context, and observes the execution if an observation handler is
	 * registered. The scope of the observation includes everything that is logged during
	 * the execution.
	 */
	public Execution around(Execution execution) {
		return (job, interrupted) -> {
			if (this.metrics != null) {
				this.metrics.started(job);
			}
			// This is checked for each execution, because handlers can be added to a
			// registry at any time
			return LoggingContext.call(job.job(), () -> this.options.registry().isNoop()
					? execution.execute(job, interrupted) : observe(job, execution, interrupted));
		};
	}

	private Handling observe(HeldJob job, Execution execution, BooleanSupplier interrupted) {
		ProcessObservationContext context = new ProcessObservationContext(this.endpoint.id(), job.job());
		GuardedObservation observation = new GuardedObservation(this.options.registry(), this.notice,
				() -> DelayObservation.PROCESS.observation(this.options.convention(), DEFAULT_CONVENTION, () -> context,
						this.options.registry()));
		try {
			Handling handling = execution.execute(job, interrupted)
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
