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

package io.delay.rest.servlet;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Writes a space to each waiting connection every second, on a single thread. Connections
 * can be added and removed by any thread.
 */
final class SpaceWriter implements AutoCloseable {

	private static final long INTERVAL_MILLIS = 1000;

	private final Set<ServletConnection> connections = ConcurrentHashMap.newKeySet();

	private @Nullable ScheduledExecutorService scheduler;

	void add(ServletConnection connection) {
		this.connections.add(connection);
		start();
	}

	void remove(ServletConnection connection) {
		this.connections.remove(connection);
	}

	private synchronized void start() {
		if (this.scheduler == null) {
			CustomizableThreadFactory threads = new CustomizableThreadFactory("delay-rest-space-");
			threads.setDaemon(true);
			this.scheduler = Executors.newSingleThreadScheduledExecutor(threads);
			this.scheduler.scheduleWithFixedDelay(this::write, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
		}
	}

	private void write() {
		this.connections.forEach(ServletConnection::writeSpace);
	}

	@Override
	public synchronized void close() {
		if (this.scheduler != null) {
			this.scheduler.shutdownNow();
			this.scheduler = null;
		}
	}

}
