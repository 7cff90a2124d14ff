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

package io.delay.listener.poll;

import java.time.Duration;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ReserveOutage;
import io.delay.listener.dispatch.JobDispatcher;
import io.delay.listener.support.ContainerThread;
import io.delay.listener.support.OutageLog;
import io.delay.listener.support.RetryPause;

/**
 * Fetches jobs for the workers on a thread of its own, and sleeps while there is nothing
 * to fetch. No failure ends it.
 */
public final class JobPoller {

	private static final Log logger = LogFactory.getLog(JobPoller.class);

	private final JobSource source;

	private final JobDispatcher dispatcher;

	private final PollTimer timer;

	private final ProgressReporter reporter;

	private final OutageLog storeOutage;

	private final OutageLog workerOutage;

	private final ContainerThread thread;

	/** Set by the poller, by System.nanoTime(). */
	private volatile @Nullable Long reservedAt;

	private boolean ended;

	public JobPoller(DelayListenerEndpoint endpoint, JobSource source, JobDispatcher dispatcher, PollTimer timer,
			ProgressReporter reporter, Consumer<@Nullable Throwable> onEnd) {
		this.source = source;
		this.dispatcher = dispatcher;
		this.timer = timer;
		this.reporter = reporter;
		this.storeOutage = OutageLog.ofStore("reserve jobs of topic '" + endpoint.topic() + "'",
				RetryPause.ofReserves());
		this.workerOutage = OutageLog.ofWorkers(endpoint.topic(), RetryPause.ofReserves());
		// The thread that started the container may be a daemon: this one keeps the JVM
		this.thread = new ContainerThread("delay-poller-" + endpoint.id(), false, this::round, () -> this.ended, onEnd);
	}

	public void start(@Nullable ClassLoader contextClassLoader) {
		this.thread.start(contextClassLoader);
	}

	public boolean isAlive() {
		return this.thread.isAlive();
	}

	// Null if the last attempt to reserve succeeded, or the store has answered since and
	// there is no room for jobs.
	public @Nullable ReserveOutage outage() {
		return this.storeOutage.current();
	}

	// How long ago the store answered a reserve, null if it never did.
	public @Nullable Duration sinceLastReserve() {
		Long at = this.reservedAt;
		return (at != null) ? Duration.ofNanos(System.nanoTime() - at) : null;
	}

	/**
	 * Reserve nothing from now on. A reply that is on its way still reaches the
	 * dispatcher.
	 */
	public void stop() {
		this.timer.close();
	}

	/**
	 * Wait for the end of the poller.
	 * @param timeout how long at most
	 * @return whether it has ended
	 * @throws InterruptedException if the thread is interrupted
	 */
	public boolean awaitEnd(Duration timeout) throws InterruptedException {
		return this.thread.awaitEnd(Math.max(1, timeout.toMillis()));
	}

	private void round() {
		if (this.timer.isClosed()) {
			this.ended = true;
			this.source.close();
			handBackAtLast();
			return;
		}
		try {
			JobSource.Reservation reservation = reserve();
			if (reservation != null && dispatch(reservation) && !reservation.mayHaveMore()) {
				sleep(reservation.nextEvent());
			}
		}
		catch (InterruptedException ex) {
			logger.warn("The poller was interrupted by somebody who does not own it, and goes on");
		}
	}

	/**
	 * Reserve jobs, or wait if that fails.
	 * @return what was reserved, {@code null} if nothing could be
	 * @throws InterruptedException if the thread is interrupted
	 */
	private JobSource.@Nullable Reservation reserve() throws InterruptedException {
		try {
			this.source.handBackLostReply();
			int room = awaitRoom();
			this.timer.reset();
			if (this.timer.isClosed()) {
				return null;
			}
			JobSource.Reservation reservation = this.source.reserve(room);
			this.reservedAt = System.nanoTime();
			this.storeOutage.over();
			return reservation;
		}
		catch (InterruptedException ex) {
			throw ex;
		}
		catch (Throwable ex) {
			pause(this.storeOutage.failed(ex));
			return null;
		}
	}

	// Meanwhile handlers are at work, of which the store may take reports
	private void pause(Duration duration) throws InterruptedException {
		long end = System.nanoTime() + duration.toNanos();
		do {
			attempt(this::attend);
		}
		while (!this.timer.pause(end, this.dispatcher.patience()));
	}

	// After a reserve that failed, the store has taken a hand-back before: it answers
	// again, and is not asked for more until there is room.
	private int awaitRoom() throws InterruptedException {
		int room;
		do {
			attempt(this::attend);
			if (!this.dispatcher.hasRoom()) {
				this.storeOutage.over();
			}
			room = this.dispatcher.awaitRoom();
		}
		while (room == 0 && !this.timer.isClosed());
		return room;
	}

	private void attend() {
		this.reporter.report(this.dispatcher.takeReports());
		this.dispatcher.attend();
	}

	private boolean dispatch(JobSource.Reservation reservation) throws InterruptedException {
		return reservation.jobs().isEmpty() || attempt(() -> {
			this.dispatcher.dispatch(reservation.jobs());
			this.workerOutage.over();
		});
	}

	/**
	 * Do something that needs workers, or wait if there are none to be had.
	 * @param step what to do
	 * @return whether that was done
	 * @throws InterruptedException if the thread is interrupted
	 */
	private boolean attempt(Runnable step) throws InterruptedException {
		try {
			step.run();
			return true;
		}
		catch (Throwable ex) {
			this.timer.pause(this.workerOutage.failed(ex));
			return false;
		}
	}

	private void sleep(@Nullable Duration nextEvent) throws InterruptedException {
		long look = this.timer.nextLook(nextEvent);
		while (!sleep(look)) {
			attempt(this::attend);
		}
	}

	private boolean sleep(long look) throws InterruptedException {
		this.dispatcher.setAttended(true);
		try {
			return this.timer.sleep(look, this.dispatcher.patience());
		}
		finally {
			this.dispatcher.setAttended(false);
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
