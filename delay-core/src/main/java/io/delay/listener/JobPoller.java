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

/**
 * Fetches jobs for free workers on a thread of its own, and sleeps while there is nothing
 * to fetch. No failure ends it.
 */
final class JobPoller {

	private static final Log logger = LogFactory.getLog(JobPoller.class);

	private final JobSource source;

	private final JobDispatcher dispatcher;

	private final PollTimer timer;

	private final StoreOutage outage;

	private final Thread thread;

	JobPoller(DelayListenerEndpoint endpoint, JobSource source, JobDispatcher dispatcher, PollTimer timer) {
		this.source = source;
		this.dispatcher = dispatcher;
		this.timer = timer;
		this.outage = new StoreOutage("reserve jobs of topic '" + endpoint.topic() + "'", RetryPause.ofReserves());
		this.thread = new Thread(this::run, "delay-poller-" + endpoint.id());
	}

	void start() {
		this.thread.start();
	}

	boolean isAlive() {
		return this.thread.isAlive();
	}

	/**
	 * Reserve nothing from now on. A reply that is on its way still reaches the
	 * dispatcher.
	 */
	void stop() {
		this.timer.close();
	}

	/**
	 * Wait for the end of the poller.
	 * @param timeout how long at most
	 * @return whether it has ended
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean awaitEnd(Duration timeout) throws InterruptedException {
		this.thread.join(Math.max(1, timeout.toMillis()));
		return !this.thread.isAlive();
	}

	private void run() {
		while (!this.timer.isClosed()) {
			try {
				poll();
			}
			catch (Throwable ex) {
				pauseAfter(ex);
			}
		}
		handBackAtLast();
	}

	private void poll() throws InterruptedException {
		this.source.handBackLostReply();
		int free = this.dispatcher.awaitFree();
		this.timer.reset();
		if (this.timer.isClosed()) {
			return;
		}
		JobSource.Reservation reservation = this.source.reserve(free);
		this.outage.over();
		this.dispatcher.dispatch(reservation.jobs());
		if (!reservation.mayHaveMore()) {
			this.timer.sleep(reservation.nextEvent());
		}
	}

	private void pauseAfter(Throwable failure) {
		try {
			this.timer.pause(this.outage.failed(failure));
		}
		catch (InterruptedException ex) {
			logger.warn("The poller was interrupted by somebody who does not own it, and goes on");
		}
	}

	private void handBackAtLast() {
		try {
			this.source.handBackLostReply();
		}
		catch (RuntimeException ex) {
			logger.debug("Jobs of a lost reply cannot be handed back, they come again after their TTR", ex);
		}
	}

}
