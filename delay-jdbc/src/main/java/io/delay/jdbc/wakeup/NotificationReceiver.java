// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.NestedExceptionUtils;

import io.delay.jdbc.session.ListeningConnection;
import io.delay.jdbc.session.Sessions;
import io.delay.support.DaemonThread;

/**
 * Receives the notifications of other instances on a connection of its own and passes
 * them to the consumers of this JVM. Only the thread of this class uses the connection.
 * After each connection all consumers look for jobs, because notifications may have been
 * lost.
 */
final class NotificationReceiver implements Runnable {

	private static final Duration WAIT = Duration.ofMillis(500);

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

	private static final int PARTS = 3;

	private static final Log logger = LogFactory.getLog(NotificationReceiver.class);

	private final Sessions sessions;

	private final String channel;

	private final String origin;

	private final LocalWakeUps wakeUps;

	private final Thread thread;

	// Written by the thread of this class only
	private final Map<String, Long> received = new ConcurrentHashMap<>();

	private final CountDownLatch closed = new CountDownLatch(1);

	private boolean isOutageLogged;

	NotificationReceiver(Sessions sessions, String channel, String origin, LocalWakeUps wakeUps) {
		this.sessions = sessions;
		this.channel = channel;
		this.origin = origin;
		this.wakeUps = wakeUps;
		this.thread = DaemonThread.factory("delay-jdbc-listen").newThread(this);
	}

	synchronized void start() {
		if (this.thread.getState() == Thread.State.NEW && !isClosed()) {
			this.thread.start();
		}
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
		this.isOutageLogged = false;
		this.wakeUps.topics().forEach((topic) -> wakeUp(topic, Duration.ZERO));
		long checkedAt = System.nanoTime();
		while (!isClosed()) {
			connection.await(WAIT).forEach(this::receive);
			if (System.nanoTime() - checkedAt > CHECK_INTERVAL.toNanos()) {
				connection.check();
				checkedAt = System.nanoTime();
			}
		}
	}

	private void receive(String text) {
		String[] parts = text.split(" ");
		if (parts.length == PARTS && !parts[0].equals(this.origin)) {
			wakeUp(parts[2], Duration.ofMillis(Long.parseLong(parts[1])));
		}
	}

	private void wakeUp(String topic, Duration delay) {
		if (this.wakeUps.isSubscribed(topic)) {
			this.received.merge(topic, 1L, Long::sum);
			this.wakeUps.send(topic, delay);
		}
	}

	private void lost(Throwable failure) {
		if (!this.isOutageLogged && !isClosed()) {
			this.isOutageLogged = true;
			logger.warn("Notifications of other instances cannot be received: "
					+ NestedExceptionUtils.getMostSpecificCause(failure).getMessage()
					+ ". Until they can, new jobs of other instances are noticed within delay.jdbc.poll-interval");
		}
		logger.debug("The connection for notifications failed; trying again", failure);
		try {
			this.closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			// Closed
		}
	}

	private boolean isClosed() {
		return this.closed.getCount() == 0;
	}

	synchronized void close() {
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
