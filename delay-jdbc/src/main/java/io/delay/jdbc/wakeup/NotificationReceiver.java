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

package io.delay.jdbc.wakeup;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.jdbc.session.ListeningConnection;
import io.delay.jdbc.session.Sessions;

/**
 * Receives the notifications of other instances on a connection of its own and passes
 * them to the consumers of this JVM. Only the thread of this class uses the connection.
 * If the connection is lost, the thread tries again with growing pauses. After each
 * connection all consumers look for jobs, because notifications may have been lost.
 */
final class NotificationReceiver implements Runnable {

	/** How long the end of this thread can take. */
	private static final Duration WAIT = Duration.ofMillis(500);

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(250);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

	private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

	/** How long a notification of this instance to itself can take. */
	private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(10);

	private static final Log logger = LogFactory.getLog(NotificationReceiver.class);

	private final Sessions sessions;

	private final String channel;

	private final String origin;

	private final LocalWakeUps wakeUps;

	private final NotificationSender sender;

	private final Thread thread;

	/**
	 * How many times each topic was woken up. Written by the thread of this class only.
	 */
	private final Map<String, Long> received = new ConcurrentHashMap<>();

	private final CountDownLatch closed = new CountDownLatch(1);

	private Duration pause = SHORTEST_PAUSE;

	private boolean isOutageLogged;

	NotificationReceiver(Sessions sessions, String channel, String origin, LocalWakeUps wakeUps,
			NotificationSender sender) {
		this.sessions = sessions;
		this.channel = channel;
		this.origin = origin;
		this.wakeUps = wakeUps;
		this.sender = sender;
		this.thread = new Thread(null, this, "delay-jdbc-listen", 0, false);
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	long received(String topic) {
		return this.received.getOrDefault(topic, 0L);
	}

	@Override
	public void run() {
		while (!isClosed()) {
			try (ListeningConnection connection = this.sessions.listen(this.channel)) {
				receive(connection);
			}
			catch (RuntimeException | Error ex) {
				lost(ex);
			}
		}
	}

	private void receive(ListeningConnection connection) {
		long sent = this.sender.sent();
		long checkedAt = System.nanoTime();
		boolean isConfirmed = false;
		// Not that of the last notification, because a busy instance sends many
		Long probedAt = null;
		this.sender.probe();
		lookAtAll();
		while (!isClosed()) {
			for (String text : connection.await(WAIT)) {
				WakeUpMessage message = WakeUpMessage.parse(text);
				if (message.origin().equals(this.origin)) {
					isConfirmed = true;
					connected();
				}
				else {
					message.delays().forEach(this::wakeUp);
				}
			}
			if (probedAt == null && this.sender.sent() > sent) {
				probedAt = this.sender.sentAt();
			}
			if (!isConfirmed && probedAt != null && hasPassed(PROBE_TIMEOUT, probedAt)) {
				throw new DataAccessResourceFailureException("LISTEN succeeded, but notifications do not arrive");
			}
			if (hasPassed(CHECK_INTERVAL, checkedAt)) {
				connection.check();
				checkedAt = System.nanoTime();
			}
		}
	}

	private void lookAtAll() {
		this.wakeUps.topics().forEach((topic) -> wakeUp(topic, Duration.ZERO));
	}

	private void wakeUp(String topic, Duration delay) {
		if (this.wakeUps.isSubscribed(topic)) {
			this.received.merge(topic, 1L, Long::sum);
			this.wakeUps.send(topic, delay);
		}
	}

	private void connected() {
		this.pause = SHORTEST_PAUSE;
		if (this.isOutageLogged) {
			this.isOutageLogged = false;
			logger.debug("Notifications of other instances are received again");
		}
	}

	private void lost(Throwable failure) {
		if (isClosed()) {
			return;
		}
		if (!this.isOutageLogged) {
			this.isOutageLogged = true;
			logger.warn("Notifications of other instances cannot be received: "
					+ NestedExceptionUtils.getMostSpecificCause(failure).getMessage()
					+ ". Until they can, new jobs of other instances are noticed within delay.jdbc.poll-interval. "
					+ "If connections lead through a pooler in transaction mode, set delay.jdbc.listen=off");
		}
		logger.debug("The connection for notifications failed; trying again in " + this.pause, failure);
		try {
			this.closed.await(this.pause.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			// Closed
		}
		Duration longer = this.pause.multipliedBy(2);
		this.pause = (longer.compareTo(LONGEST_PAUSE) < 0) ? longer : LONGEST_PAUSE;
	}

	private static boolean hasPassed(Duration duration, long since) {
		return System.nanoTime() - since > duration.toNanos();
	}

	private boolean isClosed() {
		return this.closed.getCount() == 0;
	}

	/**
	 * End the thread and give its connection back.
	 */
	void close() {
		this.closed.countDown();
		// It may wait for a connection of the pool
		this.thread.interrupt();
		try {
			this.thread.join(WAIT.multipliedBy(4).toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
