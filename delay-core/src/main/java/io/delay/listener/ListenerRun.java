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

package io.delay.listener;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.task.AsyncTaskExecutor;

import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.WakeUpSubscription;

/**
 * The parts of a container that live from one start to the next stop: wake-ups → timer →
 * poller → dispatcher → workers → settler.
 */
final class ListenerRun {

	private static final Log logger = LogFactory.getLog(ListenerRun.class);

	/** For workers to heed their interrupt, and for the last reply of the store. */
	private static final Duration GRACE = Duration.ofSeconds(1);

	private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(3);

	private final DelayListenerEndpoint endpoint;

	private final AsyncTaskExecutor workers;

	private final WakeUpSubscription subscription;

	private final JobSettler settler;

	private final JobDispatcher dispatcher;

	private final JobPoller poller;

	ListenerRun(DelayListenerEndpoint endpoint, ContainerSettings settings, JobStore store, AsyncTaskExecutor workers,
			String host) {
		this.endpoint = endpoint;
		this.workers = workers;
		PollTimer timer = new PollTimer();
		this.subscription = store.subscribe(endpoint.topic(), timer);
		FailurePolicy failurePolicy = new FailurePolicy(settings.backoff(), settings.noRetryFor(), host);
		JobExecution execution = new JobExecution(endpoint.handler(), failurePolicy, new LeaseToucher(store), host);
		this.settler = new JobSettler(endpoint, store);
		this.dispatcher = new JobDispatcher(workers, settings.concurrency(), execution, this.settler);
		JobSource source = new JobSource(store, new LeaseTokens(host), endpoint.topic(), settings);
		this.poller = new JobPoller(endpoint, source, this.dispatcher, timer);
	}

	void start() {
		this.settler.start();
		this.poller.start();
	}

	boolean isAlive() {
		return this.poller.isAlive();
	}

	/**
	 * Reserve nothing more, hand back what was not started, wait for what runs and send
	 * the last settlements.
	 * @param timeout how long to wait for running handlers before they are interrupted
	 */
	void stop(Duration timeout) {
		this.poller.stop();
		this.dispatcher.stop();
		this.subscription.close();
		try {
			awaitHandlers(timeout);
			if (!this.poller.awaitEnd(GRACE)) {
				logger.warn("Listener " + this.endpoint + " stops without the reply to its last reserve: jobs in it "
						+ "come again after their TTR");
			}
			int left = this.settler.flush(FLUSH_TIMEOUT);
			if (left > 0) {
				logger.warn("Listener " + this.endpoint + " stops with " + left
						+ " settlements that the store did not take: their jobs come again after their TTR");
			}
		}
		catch (InterruptedException ex) {
			logger.warn("Listener " + this.endpoint + " was interrupted while it stopped: jobs still at work come "
					+ "again after their TTR");
			Thread.currentThread().interrupt();
		}
		finally {
			this.settler.close();
			closeWorkers();
		}
	}

	private void awaitHandlers(Duration timeout) throws InterruptedException {
		if (!this.dispatcher.awaitIdle(timeout)) {
			int running = this.dispatcher.interruptRunning();
			logger.warn("Listener " + this.endpoint + " interrupts " + running + " handlers still at work after "
					+ timeout.toMillis() + " ms: their jobs come again after their TTR");
			this.dispatcher.awaitIdle(GRACE);
		}
	}

	private void closeWorkers() {
		try {
			if (this.workers instanceof AutoCloseable closeable) {
				closeable.close();
			}
			else if (this.workers instanceof DisposableBean disposable) {
				disposable.destroy();
			}
		}
		catch (Exception ex) {
			logger.warn("The worker executor of listener " + this.endpoint + " cannot be closed", ex);
		}
	}

}
