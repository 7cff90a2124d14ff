// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.support.DaemonThread;
import io.delay.support.FailureLog;

/**
 * Registers containers in the store as consumers for as long as they run, whether or not
 * they handle jobs. It uses one thread while at least one container is registered. Its
 * methods are called by the threads that start and stop containers.
 */
final class ConsumerAnnouncer {

	private static final Log logger = LogFactory.getLog(ConsumerAnnouncer.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	// The time between registrations, short enough that a registration does not expire if
	// one is lost and the next is late.
	private static final Duration INTERVAL = Duration.ofSeconds(75);

	private final Duration interval;

	private final ThreadFactory threads = DaemonThread.factory("delay-announcer");

	private final Map<ContainerSession, Future<?>> announcements = new HashMap<>();

	private @Nullable ScheduledExecutorService executor;

	ConsumerAnnouncer() {
		this(INTERVAL);
	}

	ConsumerAnnouncer(Duration interval) {
		this.interval = interval;
	}

	// Does not throw, because a container handles jobs even if it cannot be registered.
	synchronized void add(ContainerSession run) {
		try {
			schedule(run);
		}
		catch (RuntimeException | Error ex) {
			failureLog.warn("Could not register " + run + " in the store; it will not be listed as a consumer", ex);
		}
	}

	private void schedule(ContainerSession run) {
		ScheduledExecutorService present = this.executor;
		if (present == null) {
			present = executor();
			this.executor = present;
		}
		this.announcements.put(run, present.scheduleWithFixedDelay(() -> announce(run), 0, this.interval.toMillis(),
				TimeUnit.MILLISECONDS));
	}

	synchronized void remove(ContainerSession run) {
		Future<?> announcement = this.announcements.remove(run);
		if (announcement != null) {
			announcement.cancel(false);
		}
		if (this.announcements.isEmpty() && this.executor != null) {
			this.executor.shutdown();
			this.executor = null;
		}
	}

	private static void announce(ContainerSession run) {
		try {
			run.announce();
		}
		catch (RuntimeException | Error ex) {
			// An exception would cancel the scheduled task permanently
			failureLog.warn("Could not register " + run + " in the store; retrying in " + INTERVAL.toSeconds() + " s",
					ex);
		}
	}

	private ScheduledExecutorService executor() {
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, this.threads);
		executor.setRemoveOnCancelPolicy(true);
		return executor;
	}

}
