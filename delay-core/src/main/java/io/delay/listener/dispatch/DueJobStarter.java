// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.support.ContainerThread;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.JobStore;
import io.delay.store.SettleResult;
import io.delay.support.FailureLog;

/**
 * Passes jobs that were reserved early to the workers when the jobs are due, on a thread
 * of its own, because the poller may be waiting for the store at that time. Jobs that
 * workers are not expected to start soon, and jobs whose leases cannot be checked, are
 * handed back to the store.
 */
public final class DueJobStarter {

	private static final FailureLog failureLog = new FailureLog(LogFactory.getLog(DueJobStarter.class));

	private final JobDispatcher dispatcher;

	private final JobStore store;

	private final Runnable onHandBack;

	private final JobFailureLog failures;

	private final ContainerThread thread;

	// Used by the thread of this object only.
	private boolean ended;

	// Jobs that were handed back must be reserved again, because there may be no wake-up
	// for them.
	public DueJobStarter(DelayListenerEndpoint endpoint, JobDispatcher dispatcher, JobStore store, Runnable onHandBack,
			JobFailureLog failures, Consumer<@Nullable Throwable> onEnd) {
		this.dispatcher = dispatcher;
		this.store = store;
		this.onHandBack = onHandBack;
		this.failures = failures;
		this.thread = new ContainerThread("delay-starter-" + endpoint.id(), true, this::round, () -> this.ended, onEnd);
	}

	public ContainerThread thread() {
		return this.thread;
	}

	private void round() throws InterruptedException {
		this.ended = !startDue();
	}

	// Starts the jobs that are due, and checks the leases of those that are due soon.
	// Returns false if the dispatcher has stopped.
	boolean startDue() throws InterruptedException {
		JobDispatcher.DueDeliveries due = this.dispatcher.awaitDue();
		if (due == null) {
			return false;
		}
		handBack(due.excess());
		try {
			this.dispatcher.startWorkers();
		}
		catch (RuntimeException | Error ex) {
			this.failures.warn(failureLog, "Could not start workers for due jobs; the jobs were handed back", ex);
		}
		if (!due.toCheck().isEmpty()) {
			check(due.toCheck());
		}
		return true;
	}

	private void handBack(List<JobDelivery> deliveries) {
		if (!deliveries.isEmpty()) {
			deliveries.forEach(JobDelivery::handBack);
			this.onHandBack.run();
		}
	}

	private void check(List<JobDelivery> deliveries) {
		try {
			List<SettleResult> results = this.store.check(deliveries.stream().map(JobDelivery::lease).toList());
			withResult(deliveries, results, SettleResult.LEASE_LOST).forEach(JobDelivery::drop);
			handBack(withResult(deliveries, results, SettleResult.UNREACHABLE));
		}
		catch (RuntimeException ex) {
			this.failures.warnOfCall(failureLog, "Could not check the leases of jobs shortly before they are due; "
					+ "the jobs are handed back and start late", ex);
			handBack(deliveries);
		}
		finally {
			this.dispatcher.endCheck(deliveries);
		}
	}

	private static List<JobDelivery> withResult(List<JobDelivery> deliveries, List<SettleResult> results,
			SettleResult result) {
		return IntStream.range(0, deliveries.size())
			.filter((i) -> results.get(i) == result)
			.mapToObj(deliveries::get)
			.toList();
	}

}
