// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.listener.ContainerLoad;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ReserveOutage;
import io.delay.listener.container.CallerRunsContainers.Delivery;
import io.delay.listener.dispatch.BatchDelivery;
import io.delay.listener.dispatch.JobDelivery;
import io.delay.listener.execute.BatchExecution;
import io.delay.listener.execute.Execution;
import io.delay.listener.execute.Executions;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingHandling;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.poll.JobSource;
import io.delay.listener.settle.JobSettler;
import io.delay.listener.settle.SettlementObserver;
import io.delay.listener.support.JobFailureLog;
import io.delay.observation.JobOutcome;
import io.delay.store.BuriedJob;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.SettleResult;

/**
 * A session without threads. It handles one job for each call, or one batch if its
 * handler handles batches, on the calling thread. The settlements have been sent when the
 * call returns. If the handler returns an asynchronous result, the call waits for it
 * until the lease ends. Apart from that, jobs take the same path as in a
 * {@link ContainerSession}. For use by one thread at a time.
 */
final class CallerRunsSession implements ListenerSession {

	private static final Duration AFTER_CANCELLATION = Duration.ofSeconds(5);

	private final DelayListenerEndpoint endpoint;

	private final JobStore store;

	private final ConsumerRegistration consumer;

	private final JobFailureLog failures;

	private final JobSource source;

	private final Executions executions;

	private final JobSettler settler;

	private final List<Delivery> ended = new ArrayList<>();

	// The exceptions of the handlers by the ids of the jobs.
	private final Map<String, Throwable> thrown = new HashMap<>();

	private volatile boolean stopping;

	CallerRunsSession(SessionComponents components) {
		this.endpoint = components.endpoint();
		this.store = components.store();
		this.failures = new JobFailureLog(this.endpoint);
		SettlementObserver observer = SettlementObserver.both(components.watch().settlements(), new Recorder());
		LeaseTokens tokens = new LeaseTokens(components.options().host());
		this.consumer = components.consumer(tokens);
		this.source = components.source(tokens, Duration.ZERO, observer, () -> {
		});
		this.executions = components.executions(this.failures, this::recorded);
		this.settler = JobSettler.onCallingThread(this.endpoint, this.store, observer, this.failures);
	}

	// Reserves and handles the next job that is ready, or as many as a batch may contain.
	CallerRunsContainers.Result handleNext() {
		// Renews the registration, which would otherwise expire
		this.store.announce(this.consumer);
		this.ended.clear();
		this.thrown.clear();
		this.source.handBackLostReply();
		JobSource.Reservation reservation = this.source.reserve(this.executions.batch(), 0);
		List<JobDelivery> deliveries = reservation.jobs()
			.stream()
			.map((job) -> new JobDelivery(job, this::execute, this.settler, (ended) -> {
			}))
			.toList();
		try {
			handle(deliveries);
		}
		finally {
			// Hands back the jobs that were not handled because of an exception or a stop
			deliveries.forEach(JobDelivery::handBack);
		}
		return new CallerRunsContainers.Result(List.copyOf(this.ended), reservation.nextEvent());
	}

	// Handles deliveries in the order in which a worker would take them
	private void handle(List<JobDelivery> deliveries) {
		BatchExecution batches = this.executions.batches();
		List<JobDelivery> together = (batches != null)
				? deliveries.stream().filter((delivery) -> !delivery.isAlone()).toList() : List.of();
		for (JobDelivery delivery : deliveries) {
			if (this.stopping) {
				return;
			}
			if (batches == null || delivery.isAlone()) {
				delivery.run();
			}
			else if (delivery == together.get(0)) {
				new BatchDelivery(together, batches).run();
			}
		}
	}

	private Execution recorded(Execution execution) {
		return (job, interrupted) -> execution.execute(job, interrupted).then((result) -> {
			if (result.failure() != null) {
				this.thrown.put(job.job().lease().id(), result.failure());
			}
			return result;
		});
	}

	private Handling execute(HeldJob job, BooleanSupplier interrupted) {
		Handling handling = this.executions.single().execute(job, interrupted);
		return (handling instanceof PendingHandling pending) ? await(job, pending) : handling;
	}

	// Waits by the local clock, even if the store has a different one
	private static HandlingResult await(HeldJob job, PendingHandling pending) {
		try {
			HandlingResult result = null;
			while (result == null && !job.lease().hasEnded()) {
				result = pending.await(Duration.ofNanos(job.lease().end() - System.nanoTime()));
			}
			if (result == null) {
				pending.cancel();
				result = pending.await(AFTER_CANCELLATION);
			}
			Assert.state(result != null, () -> "The asynchronous result of " + job
					+ " was not complete within its TTR, and could not be cancelled");
			return result;
		}
		catch (InterruptedException ex) {
			pending.cancel();
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for the asynchronous result of " + job, ex);
		}
	}

	@Override
	public void start() {
		this.store.announce(this.consumer);
	}

	@Override
	public String consumerId() {
		return this.consumer.id();
	}

	@Override
	public ContainerLoad load() {
		return ContainerLoad.NONE;
	}

	@Override
	public @Nullable ReserveOutage reserveOutage() {
		return null;
	}

	@Override
	public @Nullable Duration sinceLastReserve() {
		return null;
	}

	@Override
	public boolean isAlive() {
		return true;
	}

	@Override
	public boolean isStopping() {
		return this.stopping;
	}

	// A stop never waits for a handler, so it does not matter whether a handler requests
	// the stop
	@Override
	public boolean isCalledByHandler() {
		return false;
	}

	@Override
	public void stop(Duration timeout) {
		this.stopping = true;
		StopSequence sequence = new StopSequence(this.endpoint, timeout);
		sequence.attempt("stop waiting for the permit for isolated jobs", this.source::close);
		sequence.attempt("deregister it as a consumer",
				() -> this.store.withdraw(this.consumer.topic(), this.consumer.id()));
		sequence.attempt("log the number of omitted failures", this.failures::close);
		sequence.end();
	}

	private final class Recorder implements SettlementObserver {

		@Override
		public void settled(PendingSettlement settlement, SettleResult result) {
			JobOutcome outcome = settlement.outcome(result);
			if (outcome != null) {
				String id = settlement.lease().lease().id();
				CallerRunsSession.this.ended.add(new Delivery(id, settlement.lease().terms().attempt(), outcome,
						CallerRunsSession.this.thrown.get(id)));
			}
		}

		@Override
		public void buriedByReserve(List<BuriedJob> jobs) {
			jobs.forEach((job) -> CallerRunsSession.this.ended
				.add(new Delivery(job.id(), job.attempts(), JobOutcome.BURIED, null)));
		}

	}

}
