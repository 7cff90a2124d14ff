// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

import io.delay.store.admin.JobStoreInspector;
import io.delay.support.DaemonThread;

/**
 * Logs topics to which this application submits jobs while no consumer is registered, for
 * instance because their name is misspelled. Each topic is checked once, some time after
 * the first submit. Nothing is checked once the application context has stopped.
 */
final class ConsumerCheck implements SmartLifecycle, DisposableBean {

	private static final Log logger = LogFactory.getLog(ConsumerCheck.class);

	/** An application with more topics generates their names. */
	private static final int MOST_TOPICS = 1000;

	private static final int ATTEMPTS = 3;

	private final JobStoreInspector inspector;

	private final Supplier<Set<String>> ownTopics;

	private final Duration delay;

	private final Set<String> known = ConcurrentHashMap.newKeySet();

	private final ThreadFactory threads = DaemonThread.factory("delay-consumer-check");

	private @Nullable ScheduledExecutorService executor;

	private boolean destroyed;

	private volatile boolean running;

	/**
	 * Create a check.
	 * @param delay how long after the first submit a topic is checked
	 */
	ConsumerCheck(JobStoreInspector inspector, Supplier<Set<String>> ownTopics, Duration delay) {
		this.inspector = inspector;
		this.ownTopics = ownTopics;
		this.delay = delay;
	}

	void submitted(String topic) {
		if (!this.known.contains(topic) && this.known.size() < MOST_TOPICS) {
			watch(topic);
		}
	}

	private synchronized void watch(String topic) {
		if (!this.destroyed && this.known.add(topic)) {
			if (this.executor == null) {
				this.executor = Executors.newSingleThreadScheduledExecutor(this.threads);
			}
			schedule(topic, 1);
		}
	}

	private synchronized void schedule(String topic, int attempt) {
		if (this.executor != null) {
			this.executor.schedule(() -> check(topic, attempt), this.delay.toNanos(), TimeUnit.NANOSECONDS);
		}
	}

	private void check(String topic, int attempt) {
		try {
			if (!this.ownTopics.get().contains(topic) && this.inspector.consumers(topic).isEmpty()) {
				logger.warn("No consumer is registered for topic '" + topic
						+ "', to which this application submits jobs, so they wait. Start an application with a "
						+ "@DelayListener for this topic, or correct the name of the topic. Consumers that pull with "
						+ "DelayTemplate.reserve are not registered; with these, ignore this warning, which is "
						+ "logged once per topic");
			}
		}
		catch (DataAccessException ex) {
			logger.debug("The consumers of topic '" + topic + "' could not be read", ex);
			if (attempt < ATTEMPTS) {
				schedule(topic, attempt + 1);
			}
		}
		catch (RuntimeException ex) {
			logger.debug("The consumers of topic '" + topic + "' were not checked", ex);
		}
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public synchronized void stop() {
		this.running = false;
		if (this.executor != null) {
			this.executor.shutdownNow();
			this.executor = null;
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public synchronized void destroy() {
		this.destroyed = true;
		stop();
	}

}
