// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.support.DaemonThread;

/**
 * The thread of the store, which runs tasks in the order in which they were passed, and
 * one of them every second.
 */
final class BackgroundTasks {

	private static final Log logger = LogFactory.getLog(BackgroundTasks.class);

	private static final long SECONDS_TO_CLOSE = 5;

	private final Runnable everySecond;

	private final ScheduledExecutorService executor;

	BackgroundTasks(Runnable everySecond) {
		this.everySecond = everySecond;
		this.executor = Executors.newSingleThreadScheduledExecutor(DaemonThread.factory("delay-jdbc"));
		this.executor.scheduleWithFixedDelay(() -> run(everySecond), 1, 1, TimeUnit.SECONDS);
	}

	void every(Duration interval, Runnable task) {
		this.executor.scheduleWithFixedDelay(() -> run(task), interval.toNanos(), interval.toNanos(),
				TimeUnit.NANOSECONDS);
	}

	void execute(Runnable task) {
		this.executor.execute(() -> run(task));
	}

	private static void run(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException ex) {
			logger.debug("A task of the job store failed and is repeated or omitted", ex);
		}
		catch (Error ex) {
			// Otherwise the executor would never run the task again
			logger.error("A task of the job store failed and is repeated or omitted", ex);
		}
	}

	void close() {
		if (this.executor.isShutdown()) {
			return;
		}
		this.executor.execute(() -> run(this.everySecond));
		this.executor.shutdown();
		try {
			this.executor.awaitTermination(SECONDS_TO_CLOSE, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
