// SPDX-License-Identifier: Apache-2.0

package io.delay.retention;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.Assert;

import io.delay.store.admin.JobStoreAdministrator;

/**
 * Drops failed jobs that exceed an age or count limit, about once a minute. Several
 * instances may do so at the same time. If there are no limits, no thread is started.
 * <p>
 * General limits apply only to the topics that this application handles, so that they
 * never drop jobs of a different application. Limits of an individual topic apply even if
 * this application does not handle the topic.
 *
 * @since 0.1.0
 */
public final class FailedJobRetention implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(FailedJobRetention.class);

	private static final Duration PERIOD = Duration.ofMinutes(1);

	private static final double JITTER = 0.2;

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

	private final JobStoreAdministrator administrator;

	private final RetentionSettings settings;

	private final Supplier<Set<String>> topics;

	private final Duration period;

	private final @Nullable ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();

	private volatile boolean running;

	private @Nullable ScheduledThreadPoolExecutor scheduler;

	/**
	 * Create an instance without starting it.
	 * @param administrator drops the jobs
	 * @param settings the limits
	 * @param topics supplies the topics that this application handles; called for each
	 * run
	 */
	public FailedJobRetention(JobStoreAdministrator administrator, RetentionSettings settings,
			Supplier<Set<String>> topics) {
		this(administrator, settings, topics, withJitter(PERIOD));
	}

	FailedJobRetention(JobStoreAdministrator administrator, RetentionSettings settings, Supplier<Set<String>> topics,
			Duration period) {
		Assert.notNull(administrator, "'administrator' must not be null");
		Assert.notNull(settings, "'settings' must not be null");
		Assert.notNull(topics, "'topics' must not be null");
		this.administrator = administrator;
		this.settings = settings;
		this.topics = topics;
		this.period = period;
	}

	// The jitter prevents instances that start together from running at the same time
	private static Duration withJitter(Duration period) {
		return Duration
			.ofMillis((long) (period.toMillis() * ThreadLocalRandom.current().nextDouble(1 - JITTER, 1 + JITTER)));
	}

	/**
	 * Run once now, on the calling thread. Failures are logged.
	 */
	public void dropNow() {
		new RetentionRun(this.administrator, this.settings, this.topics).run(() -> false);
	}

	@Override
	public synchronized void start() {
		if (this.running) {
			return;
		}
		this.running = true;
		if (!this.settings.isUnlimited()) {
			RetentionRun run = new RetentionRun(this.administrator, this.settings, this.topics);
			ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, this::thread);
			scheduler.scheduleWithFixedDelay(() -> run(run), this.period.toMillis(), this.period.toMillis(),
					TimeUnit.MILLISECONDS);
			this.scheduler = scheduler;
		}
	}

	// The new thread inherits no thread-locals from the thread that starts the
	// application
	private Thread thread(Runnable runnable) {
		Thread thread = new Thread(null, runnable, "delay-retention", 0, false);
		thread.setDaemon(true);
		thread.setContextClassLoader(this.contextClassLoader);
		return thread;
	}

	private void run(RetentionRun run) {
		try {
			run.run(() -> !this.running);
		}
		catch (Throwable ex) {
			// An exception would cancel all further runs
			logFailure(ex);
		}
	}

	private static void logFailure(Throwable failure) {
		try {
			logger.error("Cannot drop failed jobs; retrying every minute", failure);
		}
		catch (Throwable ex) {
			// Logging failed, for instance because memory is exhausted; the next run may
			// succeed
		}
	}

	@Override
	public synchronized void stop() {
		this.running = false;
		if (this.scheduler != null) {
			this.scheduler.shutdown();
			awaitEnd(this.scheduler);
			this.scheduler = null;
		}
	}

	private static void awaitEnd(ScheduledThreadPoolExecutor scheduler) {
		try {
			if (!scheduler.awaitTermination(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
				scheduler.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			scheduler.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * Return a phase in which retention starts before the listeners and stops after them,
	 * so that the listeners never wait for it.
	 */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

}
