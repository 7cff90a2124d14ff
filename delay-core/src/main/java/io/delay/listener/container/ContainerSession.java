/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.listener.container;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ReserveOutage;
import io.delay.listener.dispatch.JobDispatcher;
import io.delay.listener.dispatch.WorkerExecutor;
import io.delay.listener.execute.FailurePolicy;
import io.delay.listener.execute.JobExecution;
import io.delay.listener.execute.LeaseToucher;
import io.delay.listener.execute.ReportedExecution;
import io.delay.listener.poll.Isolation;
import io.delay.listener.poll.JobPoller;
import io.delay.listener.poll.JobSource;
import io.delay.listener.poll.PollTimer;
import io.delay.listener.poll.ProgressReporter;
import io.delay.listener.settle.JobSettler;
import io.delay.listener.support.JobFailureLog;
import io.delay.listener.watch.ContainerInstrumentation;
import io.delay.listener.watch.ListenerEvents;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.WakeUpSubscription;

/**
 * The components of a container that exist from one start to the next stop: wake-ups →
 * timer → poller → dispatcher → workers → settler.
 */
final class ContainerSession {

	private static final Log logger = LogFactory.getLog(ContainerSession.class);

	/**
	 * The time that a stop may take beyond the timeout for handlers. It is shorter than
	 * the documented 2 s, to leave a margin.
	 */
	private static final Duration GRACE = Duration.ofMillis(1700);

	/**
	 * The longest wait for interrupted workers to react, and for the last reply of the
	 * store.
	 */
	private static final Duration SHORT_WAIT = Duration.ofMillis(500);

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

	private final ConsumerRegistration consumer;

	private @Nullable WakeUpSubscription subscription;

	private final AtomicBoolean died = new AtomicBoolean();

	private volatile boolean stopping;

	private boolean withdrawn;

	ContainerSession(DelayListenerEndpoint endpoint, ContainerSettings settings, JobStore store,
			DelayListenerContainerOptions options, ContainerInstrumentation watch, RedeliveryLimits redeliveryLimits) {
		String host = options.host();
		this.endpoint = endpoint;
		this.store = store;
		this.events = watch.events();
		this.contextClassLoader = options.contextClassLoader();
		this.workers = new WorkerExecutor(endpoint, options.executorFactory(), settings.concurrency());
		this.failures = new JobFailureLog(endpoint);
		FailurePolicy failurePolicy = new FailurePolicy(settings.backoff(), settings.noRetryFor(), host, this.failures);
		LeaseToucher toucher = new LeaseToucher(store, this.events::leaseLost);
		JobExecution execution = new JobExecution(endpoint.handler(), failurePolicy, toucher, host, this.failures);
		this.settler = new JobSettler(endpoint, store, watch.settlements(), this.failures, this::threadEnded);
		this.dispatcher = new JobDispatcher(this.workers, settings.concurrency(),
				new ReportedExecution(watch.around(execution), toucher, redeliveryLimits.startTurn()), this.settler,
				this.timer::disturb, this.failures);
		LeaseTokens tokens = new LeaseTokens(host);
		this.consumer = new ConsumerRegistration(endpoint.topic(), tokens.poller(),
				new ConsumerOrigin(options.application(), host, endpoint.id()), settings.terms());
		JobSource source = new JobSource(store, tokens, endpoint.topic(), settings.reserveTerms(), watch.settlements(),
				new Isolation(redeliveryLimits.isolationPermit(), () -> this.timer.wakeUpIn(Duration.ZERO)));
		this.poller = new JobPoller(endpoint, source, this.dispatcher, this.timer,
				new ProgressReporter(store, this.failures), this::threadEnded);
	}

	/**
	 * Start all components. If that fails, no component is left running.
	 */
	void start() {
		try {
			this.subscription = this.store.subscribe(this.endpoint.topic(), this.timer);
			this.settler.start(this.contextClassLoader);
			this.poller.start(this.contextClassLoader);
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

	/**
	 * Register the container in the store as a consumer. Does not block. Does nothing if
	 * the container has died, or once it is stopping, because nothing would remove the
	 * registration after that.
	 */
	synchronized void announce() {
		if (!this.withdrawn && isAlive()) {
			this.store.announce(this.consumer);
		}
	}

	private synchronized void withdraw() {
		this.withdrawn = true;
		this.store.withdraw(this.consumer.topic(), this.consumer.id());
	}

	String consumerId() {
		return this.consumer.id();
	}

	ContainerLoad load() {
		return this.dispatcher.load();
	}

	// Null if the last attempt to reserve succeeded.
	@Nullable ReserveOutage reserveOutage() {
		return this.poller.outage();
	}

	// The time since the store last answered a reserve, null if it never has.
	@Nullable Duration sinceLastReserve() {
		return this.poller.sinceLastReserve();
	}

	boolean isAlive() {
		return this.poller.isAlive() && this.settler.isAlive();
	}

	boolean isStopping() {
		return this.stopping;
	}

	// Whether the calling thread runs one of the handlers.
	boolean isCalledByHandler() {
		return this.dispatcher.isCalledByHandler();
	}

	/**
	 * Stop reserving, hand back the jobs that were not started, wait for running handlers
	 * and send the last settlements. If a handler calls this method, the stop does not
	 * wait for that handler, and its job is settled later. Never throws.
	 * @param timeout the time that running handlers have before they are interrupted
	 */
	void stop(Duration timeout) {
		this.stopping = true;
		StopSequence sequence = new StopSequence(this.endpoint, timeout.plus(GRACE));
		sequence.attempt("stop its poller", this.poller::stop);
		sequence.attempt("shorten the pauses of its settler", this.settler::stopping);
		sequence.attempt("hand back the jobs that were not started", this.dispatcher::stop);
		sequence.attempt("unsubscribe from wake-ups", this::unsubscribe);
		sequence.attempt("wait for its handlers", () -> this.dispatcher.awaitIdle(sequence.atMost(timeout)));
		sequence.attempt("interrupt its handlers", () -> interruptHandlers(sequence));
		sequence.attempt("wait for its last reserve", () -> awaitPoller(sequence));
		sequence.attempt("deregister it as a consumer", this::withdraw);
		sequence.attempt("send its last settlements", () -> closeSettler(sequence));
		sequence.attempt("close its executor", this::closeWorkers);
		sequence.attempt("log the number of omitted failures", this.failures::close);
		sequence.end();
	}

	private void unsubscribe() {
		if (this.subscription != null) {
			this.subscription.close();
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
		if (!this.poller.awaitEnd(sequence.atMost(SHORT_WAIT))) {
			logger.warn("Listener " + this.endpoint + " stops without the reply to its last reserve; jobs in that "
					+ "reply are delivered again after their TTR unless they can still be handed back");
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
