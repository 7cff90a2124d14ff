// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.Assert;

import io.delay.job.JobState;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicPause;
import io.delay.store.admin.TopicStatus;

/**
 * Warns about paused topics in which jobs are ready, because a pause may have been
 * forgotten. It checks the topics that this application handles, soon after the start and
 * then every five minutes. Of all instances that handle a topic, only the one with the
 * lowest consumer id logs the warning.
 *
 * @since 0.1.0
 */
public final class PausedTopicWatch implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(PausedTopicWatch.class);

	// The delay of the first check. By then, consumers that start together with this
	// watch are registered.
	private static final Duration FIRST = Duration.ofSeconds(30);

	private static final Duration PERIOD = Duration.ofMinutes(5);

	private final JobStoreInspector inspector;

	private final Supplier<Set<String>> topics;

	private final Predicate<String> ownConsumer;

	private final @Nullable ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();

	private @Nullable ScheduledExecutorService executor;

	/**
	 * Create a watch without starting it.
	 * @param inspector reads the store
	 * @param topics supplies the topics that this application handles; called for each
	 * check
	 * @param ownConsumer whether a consumer id of the store belongs to this application
	 */
	public PausedTopicWatch(JobStoreInspector inspector, Supplier<Set<String>> topics, Predicate<String> ownConsumer) {
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(topics, "'topics' must not be null");
		Assert.notNull(ownConsumer, "'ownConsumer' must not be null");
		this.inspector = inspector;
		this.topics = topics;
		this.ownConsumer = ownConsumer;
	}

	/**
	 * Run the check now, on the calling thread. Failures are logged at DEBUG.
	 */
	public void warnNow() {
		this.topics.get().stream().sorted().forEach(this::check);
	}

	private void check(String topic) {
		try {
			TopicStatus status = this.inspector.statusWithoutSizes(topic);
			TopicPause pause = status.pause();
			long ready = status.count(JobState.READY);
			if (pause != null && ready > 0 && isFirstConsumerHere(topic)) {
				logger.warn(message(topic, pause, ready));
			}
		}
		catch (RuntimeException ex) {
			// Health and metrics report an unreachable store
			logger.debug("Could not read the status of topic '" + topic + "'; retrying in " + PERIOD, ex);
		}
	}

	// The store sorts consumers by id. If no consumer is registered, every instance
	// warns.
	private boolean isFirstConsumerHere(String topic) {
		return this.inspector.consumers(topic)
			.stream()
			.findFirst()
			.map((first) -> this.ownConsumer.test(first.consumer().id()))
			.orElse(true);
	}

	private static String message(String topic, TopicPause pause, long ready) {
		String since = (pause.knownSince() != null) ? " since " + pause.since() : "";
		return "Topic '" + topic + "' has been paused" + since + " by '" + pause.by() + "': " + ready + " ready "
				+ ((ready == 1) ? "job waits" : "jobs wait") + ", and no application receives them. "
				+ "Once the reason for the pause is gone, resume the topic: DelayAdmin.topics().resume(\"" + topic
				+ "\") or POST /actuator/delay/" + topic + "/resume";
	}

	/**
	 * Start the watch if the application handles any topics. If its listeners are
	 * registered later, call this method again.
	 */
	@Override
	public synchronized void start() {
		if (this.executor == null && !this.topics.get().isEmpty()) {
			this.executor = new ScheduledThreadPoolExecutor(1, this::thread);
			this.executor.scheduleWithFixedDelay(this::warn, FIRST.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
		}
	}

	// The new thread inherits no thread-locals from the thread that starts the
	// application
	private Thread thread(Runnable task) {
		Thread thread = new Thread(null, task, "delay-paused-topics", 0, false);
		thread.setDaemon(true);
		thread.setContextClassLoader(this.contextClassLoader);
		return thread;
	}

	private void warn() {
		try {
			warnNow();
		}
		catch (RuntimeException | Error ex) {
			// An exception would cancel all further checks
			logger.debug("Could not check for paused topics; retrying in " + PERIOD, ex);
		}
	}

	@Override
	public synchronized void stop() {
		if (this.executor != null) {
			this.executor.shutdownNow();
			this.executor = null;
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.executor != null;
	}

	/**
	 * Return a phase in which the watch starts before the listeners and stops after them,
	 * so that the listeners never wait for the watch.
	 */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

}
