// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ReserveOutage;
import io.delay.listener.dispatch.DueJobStarter;
import io.delay.listener.dispatch.JobDispatcher;
import io.delay.listener.dispatch.WorkerExecutor;
import io.delay.listener.execute.AutoToucher;
import io.delay.listener.poll.JobPoller;
import io.delay.listener.poll.JobSource;
import io.delay.listener.poll.PollTimer;
import io.delay.listener.poll.ProgressReporter;
import io.delay.listener.settle.JobSettler;
import io.delay.listener.support.ContainerThread;
import io.delay.listener.support.JobFailureLog;
import io.delay.listener.watch.ListenerEvents;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.WakeUpSubscription;

/**
 * The components of a container that exist from one start to the next stop: wake-ups →
 * timer → poller → dispatcher → workers → settler.
 */
final class ContainerSession implements ListenerSession {

	private static final Log logger = LogFactory.getLog(ContainerSession.class);

	// The time that a stop may take beyond the timeout for handlers. It is shorter than
	// the documented 2 s, to leave a margin.
	private static final Duration GRACE = Duration.ofMillis(1700);

	// The maximum time to wait for interrupted workers to react, and for the last reply
	// of the store.
	private static final Duration SHORT_WAIT = Duration.ofMillis(500);

	// The time from a hand-back to the next reserve, by which the store should have
	// received the hand-back.
	private static final Duration AFTER_HAND_BACK = Duration.ofMillis(10);

	private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(3);

	private final DelayListenerEndpoint endpoint;

	private final JobStore store;

	private final ListenerEvents events;

	private final @Nullable ClassLoader contextClassLoader;

	private final WorkerExecutor workers;

	private final JobFailureLog failures;

	private final PollTimer timer = new PollTimer();

	private final JobSettler settler;

	private final JobDispatcher dispatcher;

	private final JobPoller poller;

	// Null if no job is reserved before it is due.
	private final @Nullable DueJobStarter starter;

	// Null if leases are not extended automatically.
	private final @Nullable AutoToucher autoToucher;

	// In the order in which they start.
	private final List<ContainerThread> threads = new ArrayList<>();

	private final ConsumerRegistration consumer;

	private volatile @Nullable WakeUpSubscription subscription;

	private final AtomicBoolean died = new AtomicBoolean();

	private volatile boolean stopping;

	private final ConsumerAnnouncer announcer;

	private boolean withdrawn;

	ContainerSession(SessionComponents components, ConsumerAnnouncer announcer) {
		DelayListenerContainerOptions options = components.options();
		Duration lookAhead = components.lookAhead();
		this.announcer = announcer;
		this.endpoint = components.endpoint();
		this.store = components.store();
		this.events = components.watch().events();
		this.contextClassLoader = options.contextClassLoader();
		this.workers = components.workers();
		this.failures = new JobFailureLog(this.endpoint);
		this.settler = new JobSettler(this.endpoint, this.store, components.watch().settlements(), this.failures,
				this::threadEnded);
		AutoToucher toucher = components.autoToucher(this.failures, this::threadEnded);
		this.autoToucher = toucher;
		this.dispatcher = new JobDispatcher(this.workers, components.workerLimits(this.workers),
				components.executions(this.failures,
						(execution) -> (toucher != null) ? toucher.around(execution) : execution),
				this.settler, this.timer::endSleep, this.failures);
		LeaseTokens tokens = new LeaseTokens(options.host());
		this.consumer = components.consumer(tokens);
		JobSource source = components.source(tokens, lookAhead, components.watch().settlements(),
				() -> this.timer.wakeUpIn(Duration.ZERO));
		this.poller = new JobPoller(this.endpoint, source, this.dispatcher, this.timer,
				new ProgressReporter(this.store, this.failures), this::threadEnded);
		this.starter = lookAhead.isZero() ? null : new DueJobStarter(this.endpoint, this.dispatcher, this.store,
				() -> this.timer.wakeUpIn(AFTER_HAND_BACK), this.failures, this::threadEnded);
		this.threads.add(this.settler.thread());
		if (toucher != null) {
			this.threads.add(toucher.thread());
		}
		if (this.starter != null) {
			this.threads.add(this.starter.thread());
		}
		this.threads.add(this.poller.thread());
	}

	/** Start all components. If that fails, no component is left running. */
	@Override
	public void start() {
		try {
			this.subscription = this.store.subscribe(this.endpoint.topic(), this.timer::wakeUpIn);
			this.threads.forEach((thread) -> thread.start(this.contextClassLoader));
			this.announcer.add(this);
		}
		catch (RuntimeException | Error ex) {
			stop(Duration.ZERO);
			throw ex;
		}
	}

	private void threadEnded(@Nullable Throwable cause) {
		if (!this.stopping && this.died.compareAndSet(false, true)) {
			this.events.died(cause);
		}
	}

	// Does not block. Does nothing if the container has died or a stop has already
	// deregistered it, because nothing would remove the registration after that.
	synchronized void announce() {
		if (!this.withdrawn && isAlive()) {
			this.store.announce(this.consumer);
		}
	}

	private synchronized void withdraw() {
		this.withdrawn = true;
		this.store.withdraw(this.consumer.topic(), this.consumer.id());
	}

	@Override
	public String consumerId() {
		return this.consumer.id();
	}

	@Override
	public ContainerLoad load() {
		return this.dispatcher.load();
	}

	@Override
	public @Nullable ReserveOutage reserveOutage() {
		return this.poller.outage();
	}

	@Override
	public @Nullable Duration sinceLastReserve() {
		return this.poller.sinceLastReserve();
	}

	@Override
	public boolean isAlive() {
		return this.threads.stream().allMatch(ContainerThread::isAlive);
	}

	@Override
	public boolean isStopping() {
		return this.stopping;
	}

	@Override
	public boolean isCalledByHandler() {
		return this.dispatcher.isCalledByHandler();
	}

	@Override
	public void stop(Duration timeout) {
		this.announcer.remove(this);
		this.stopping = true;
		StopSequence sequence = new StopSequence(this.endpoint, timeout.plus(GRACE));
		sequence.attempt("stop its poller", this.poller::stop);
		sequence.attempt("shorten the pauses of its settler", this.settler::stopping);
		sequence.attempt("hand back the jobs that were not started", this.dispatcher::stop);
		sequence.attempt("unsubscribe from wake-ups", this::unsubscribe);
		sequence.attempt("wait for its handlers", () -> this.dispatcher.awaitIdle(sequence.atMost(timeout)));
		sequence.attempt("interrupt its handlers", () -> interruptHandlers(sequence));
		sequence.attempt("wait for its last reserve", () -> awaitPoller(sequence));
		sequence.attempt("wait for the thread that starts due jobs", () -> awaitStarter(sequence));
		sequence.attempt("stop extending leases", () -> closeAutoToucher(sequence));
		sequence.attempt("deregister it as a consumer", this::withdraw);
		sequence.attempt("send its last settlements", () -> closeSettler(sequence));
		sequence.attempt("close its executor", this::closeWorkers);
		sequence.attempt("log the number of omitted failures", this.failures::close);
		sequence.end();
	}

	private void unsubscribe() {
		WakeUpSubscription present = this.subscription;
		if (present != null) {
			present.close();
		}
	}

	private void interruptHandlers(StopSequence sequence) throws InterruptedException {
		int running = this.dispatcher.interruptRunning();
		if (running > 0) {
			logger.warn("Listener " + this.endpoint + " interrupts " + running + " running handler(s). Jobs whose "
					+ "handlers end now are handed back and their attempts do not count; other jobs are "
					+ "delivered again after their TTR unless they can still be settled");
		}
		this.dispatcher.awaitIdle(sequence.atMost(SHORT_WAIT));
	}

	private void awaitPoller(StopSequence sequence) throws InterruptedException {
		if (!this.poller.thread().awaitEnd(sequence.atMost(SHORT_WAIT))) {
			logger.warn("Listener " + this.endpoint + " stops without the reply to its last reserve; jobs in that "
					+ "reply are delivered again after their TTR unless they can still be handed back");
		}
	}

	private void awaitStarter(StopSequence sequence) throws InterruptedException {
		if (this.starter != null) {
			this.starter.thread().awaitEnd(sequence.atMost(SHORT_WAIT));
		}
	}

	private void closeAutoToucher(StopSequence sequence) throws InterruptedException {
		if (this.autoToucher != null) {
			this.autoToucher.close(sequence.atMost(SHORT_WAIT));
		}
	}

	private void closeSettler(StopSequence sequence) throws InterruptedException {
		try {
			this.settler.close(sequence.atMost(FLUSH_TIMEOUT));
		}
		finally {
			int left = this.settler.left();
			if (left > 0) {
				logger.warn("Listener " + this.endpoint + " stops with " + left
						+ " settlements that the store did not accept; their jobs are delivered again "
						+ "after their TTR");
			}
		}
	}

	private void closeWorkers() {
		if (isCalledByHandler()) {
			this.workers.closeOnceIdle(this.dispatcher);
		}
		else {
			this.workers.close();
		}
	}

	@Override
	public String toString() {
		return "listener " + this.endpoint;
	}

}
