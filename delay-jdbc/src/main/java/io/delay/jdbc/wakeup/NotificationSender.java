// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.jdbc.session.Sessions;
import io.delay.support.DaemonThread;

/**
 * Notifies other instances of events, on a thread of its own. Notifications are never
 * part of the transaction that has stored a job, because the commit of a transaction with
 * notifications holds a lock of the whole server. The events of a topic within 50 ms
 * share a notification, whose text is {@code origin milliseconds topic}, and the first
 * one is sent at once. Notifications are lost if the database cannot be reached.
 */
final class NotificationSender implements Runnable {

	private static final long PAUSE_MILLIS = 50;

	private static final Log logger = LogFactory.getLog(NotificationSender.class);

	private final Sessions sessions;

	private final String sql;

	private final String origin;

	private final Thread thread;

	private final Map<String, Long> pending = new TreeMap<>();

	private volatile boolean isClosed;

	NotificationSender(Sessions sessions, String channel, String origin) {
		this.sessions = sessions;
		// A notification is worth no flush of the log, and its commit holds a lock
		this.sql = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(" + channel + ", ?)";
		this.origin = origin;
		this.thread = DaemonThread.factory("delay-jdbc-notify").newThread(this);
		this.thread.start();
	}

	synchronized void add(String topic, Duration delay) {
		this.pending.merge(topic, System.nanoTime() + delay.toNanos(), (one, other) -> (one - other < 0) ? one : other);
		notifyAll();
	}

	@Override
	public void run() {
		try {
			while (!this.isClosed) {
				send(take());
				Thread.sleep(PAUSE_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			// Closed
		}
	}

	private synchronized Map<String, Long> take() throws InterruptedException {
		while (this.pending.isEmpty()) {
			wait();
		}
		Map<String, Long> taken = Map.copyOf(this.pending);
		this.pending.clear();
		return taken;
	}

	private void send(Map<String, Long> events) {
		try {
			this.sessions.own((session) -> {
				events.forEach((topic, at) -> {
					long millis = Duration.ofNanos(Math.max(0, at - System.nanoTime())).toMillis();
					session.texts(this.sql, List.of(this.origin + " " + millis + " " + topic));
				});
				return true;
			});
		}
		catch (RuntimeException ex) {
			logger.debug("Other instances were not notified of jobs; they find the jobs when they look for them", ex);
		}
	}

	void close() {
		this.isClosed = true;
		this.thread.interrupt();
	}

}
