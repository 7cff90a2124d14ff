// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.delay.support.DaemonThread;

/**
 * Writes a space to each waiting connection at intervals. Several threads write, because
 * a client that does not read blocks one of them. Connections can be added and removed by
 * any thread.
 */
final class SpaceWriter implements AutoCloseable {

	private static final int MAX_WRITERS = 8;

	private static final long IDLE_SECONDS = 10;

	private final Duration interval;

	private final Set<ServletConnection> connections = ConcurrentHashMap.newKeySet();

	private final ScheduledExecutorService timer = Executors
		.newSingleThreadScheduledExecutor(DaemonThread.factory("delay-rest-check"));

	private final ExecutorService writers = writers();

	private boolean isStarted;

	SpaceWriter(Duration interval) {
		this.interval = interval;
	}

	private static ExecutorService writers() {
		ThreadPoolExecutor writers = new ThreadPoolExecutor(MAX_WRITERS, MAX_WRITERS, IDLE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), DaemonThread.numbered("delay-rest-space-"));
		writers.allowCoreThreadTimeOut(true);
		return writers;
	}

	void add(ServletConnection connection) {
		this.connections.add(connection);
		start();
	}

	void remove(ServletConnection connection) {
		this.connections.remove(connection);
	}

	boolean isEmpty() {
		return this.connections.isEmpty();
	}

	/**
	 * Execute a write. Each connection has at most one write at a time, so that the queue
	 * is bounded.
	 * @throws java.util.concurrent.RejectedExecutionException if this object is closed
	 */
	void execute(Runnable write) {
		this.writers.execute(write);
	}

	private synchronized void start() {
		if (!this.isStarted && !this.timer.isShutdown()) {
			this.isStarted = true;
			long millis = this.interval.toMillis();
			this.timer.scheduleWithFixedDelay(this::check, millis, millis, TimeUnit.MILLISECONDS);
		}
	}

	private void check() {
		this.connections.forEach(ServletConnection::check);
	}

	@Override
	public synchronized void close() {
		this.timer.shutdownNow();
		this.writers.shutdownNow();
	}

}
