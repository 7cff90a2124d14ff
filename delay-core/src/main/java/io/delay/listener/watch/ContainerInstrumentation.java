// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.execute.Execution;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingHandling;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.settle.SettlementObserver;
import io.delay.listener.support.LoggingContext;
import io.delay.observation.DefaultProcessObservationConvention;
import io.delay.observation.DelayObservation;
import io.delay.observation.ExceptionName;
import io.delay.observation.GuardedObservation;
import io.delay.observation.JobMetrics;
import io.delay.observation.JobOutcome;
import io.delay.observation.ProcessObservationContext;
import io.delay.observation.ProcessObservationConvention;
import io.delay.store.BuriedJob;
import io.delay.store.SettleResult;
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

	private final Options options;

	private final FailureNotice notice;

	private final ListenerEvents events;

	private final @Nullable Metrics metrics;

	public ContainerInstrumentation(DelayListenerEndpoint endpoint, Options options) {
		this.endpoint = endpoint;
		this.options = options;
		this.notice = new FailureNotice("The observation of listener '" + endpoint.id() + "'");
		this.events = new ListenerEvents(endpoint, options.events());
		this.metrics = (options.metrics() != null) ? new Metrics(endpoint, options.metrics()) : null;
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

	/**
	 * Measures the jobs of one container. Failures of the metrics do not affect jobs.
	 */
	static final class Metrics implements SettlementObserver {

		private final FailureNotice notice;

		private final DelayListenerEndpoint endpoint;

		private final JobMetrics metrics;

		Metrics(DelayListenerEndpoint endpoint, JobMetrics metrics) {
			this.notice = new FailureNotice("Measurement of listener '" + endpoint.id() + "'");
			this.endpoint = endpoint;
			this.metrics = metrics;
			this.notice.attempt(() -> metrics.listening(endpoint.topic(), endpoint.id()));
		}

		void started(HeldJob job) {
			this.notice.attempt(() -> this.metrics.started(this.endpoint.topic(), this.endpoint.id(), lateness(job)));
		}

		private static Duration lateness(HeldJob job) {
			Duration lateness = Duration.between(job.job().visibleSince(), job.storeTime());
			return lateness.isNegative() ? Duration.ZERO : lateness;
		}

		@Override
		public void settled(PendingSettlement settlement, SettleResult result) {
			JobOutcome outcome = settlement.outcome(result);
			if (outcome != null) {
				settled(outcome, settlement.exception());
			}
		}

		@Override
		public void buriedByReserve(List<BuriedJob> jobs) {
			jobs.forEach((job) -> settled(JobOutcome.BURIED, ExceptionName.NONE));
		}

		private void settled(JobOutcome outcome, String exception) {
			this.notice
				.attempt(() -> this.metrics.settled(this.endpoint.topic(), this.endpoint.id(), outcome, exception));
		}

	}

	/**
	 * The destinations of events, observations and measurements of containers.
	 *
	 * @param events publishes events, {@code null} to publish none
	 * @param registry the registry for observations of deliveries; without observation
	 * handlers, deliveries are not observed
	 * @param convention names the observations of deliveries, {@code null} for the
	 * default
	 * @param metrics measures the containers, {@code null} to measure nothing
	 */
	public record Options(@Nullable DelayEventPublisher events, ObservationRegistry registry,
			@Nullable ProcessObservationConvention convention, @Nullable JobMetrics metrics) {
	}

}
