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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.jdbc.session.Sessions;

/**
 * Notifies other instances of events, on a thread of its own. Notifications are never
 * part of the transaction that has stored a job, because the commit of a transaction with
 * notifications holds a lock of the whole server. Wake-ups of 50 ms share a notification,
 * and the first one is sent at once. Wake-ups are lost if the database cannot be reached.
 * <p>
 * Any thread adds events, and only the thread of this class takes them.
 */
final class NotificationSender {

	private static final long INTERVAL_NANOS = Duration.ofMillis(50).toNanos();

	private static final Log logger = LogFactory.getLog(NotificationSender.class);

	private final Sessions sessions;

	private final String sql;

	private final String origin;

	private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, NotificationSender::thread);

	/** The {@link System#nanoTime()} of the next event of each topic. */
	private Map<String, Long> pending = new TreeMap<>();

	private boolean isScheduled;

	private long lastSent = System.nanoTime() - INTERVAL_NANOS;

	private boolean isClosed;

	/** When the last notification was sent. Written by the thread of this class only. */
	private volatile long sentAt = System.nanoTime();

	private final AtomicLong sent = new AtomicLong();

	NotificationSender(Sessions sessions, String channel, String origin) {
		this.sessions = sessions;
		// A notification is worth no flush of the log, and its commit holds a lock
		this.sql = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(" + channel + ", ?)";
		this.origin = origin;
	}

	// Thread-local values of the thread that uses the store first must not be inherited
	private static Thread thread(Runnable task) {
		Thread thread = new Thread(null, task, "delay-jdbc-notify", 0, false);
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Notify other instances of an event.
	 * @param topic the topic
	 * @param delay the time until the event
	 */
	synchronized void add(String topic, Duration delay) {
		long at = System.nanoTime() + delay.toNanos();
		this.pending.merge(topic, at, (one, other) -> (one - other < 0) ? one : other);
		schedule();
	}

	/**
	 * Send a notification without events, which the receiver of this instance expects.
	 */
	synchronized void probe() {
		schedule();
	}

	private void schedule() {
		if (!this.isScheduled && !this.isClosed) {
			this.isScheduled = true;
			long pause = Math.max(0, this.lastSent + INTERVAL_NANOS - System.nanoTime());
			this.thread.schedule(this::send, pause, TimeUnit.NANOSECONDS);
		}
	}

	private synchronized Map<String, Long> take() {
		Map<String, Long> taken = this.pending;
		this.pending = new TreeMap<>();
		this.isScheduled = false;
		this.lastSent = System.nanoTime();
		return taken;
	}

	private void send() {
		Map<String, Long> events = take();
		try {
			this.sessions.own((session) -> {
				Map<String, Duration> delays = new TreeMap<>();
				long now = System.nanoTime();
				events.forEach((topic, at) -> delays.put(topic, Duration.ofNanos(Math.max(0, at - now))));
				for (String text : new WakeUpMessage(this.origin, delays).texts()) {
					session.query(this.sql, (row) -> true, List.of(text));
				}
				return true;
			});
			this.sentAt = System.nanoTime();
			this.sent.incrementAndGet();
		}
		catch (RuntimeException ex) {
			logger.debug("Other instances were not notified of jobs; they find the jobs when they look for them", ex);
		}
	}

	// How many times notifications were sent.
	long sent() {
		return this.sent.get();
	}

	long sentAt() {
		return this.sentAt;
	}

	void close() {
		synchronized (this) {
			this.isClosed = true;
		}
		this.thread.shutdownNow();
	}

}
