// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.event.DelayEvent;
import io.delay.support.FailureLog;

/**
 * Delivers events one after the other on a daemon thread that exists only while there are
 * events. Adding an event never blocks; an event that exceeds the capacity is dropped.
 */
final class EventDispatcher {

	static final int CAPACITY = 1_000;

	private static final Log logger = LogFactory.getLog(EventDispatcher.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

	private final Consumer<DelayEvent> target;

	private final AtomicLong dropped;

	private final AtomicLong droppedInBurst = new AtomicLong();

	private final ThreadPoolExecutor executor;

	private volatile @Nullable Thread delivering;

	// The thread starts with the first event. The target may throw exceptions and block.
	EventDispatcher(Consumer<DelayEvent> target, AtomicLong dropped, ThreadFactory threads) {
		this.target = target;
		this.dropped = dropped;
		this.executor = new ThreadPoolExecutor(1, 1, KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(CAPACITY), threads, (task, executor) -> drop());
		this.executor.allowCoreThreadTimeOut(true);
	}

	void add(DelayEvent event) {
		this.executor.execute(() -> deliver(event));
	}

	private void drop() {
		this.dropped.incrementAndGet();
		if (this.droppedInBurst.getAndIncrement() == 0) {
			logger.warn("The event listeners of the application are too slow: " + CAPACITY
					+ " Delay events are waiting, and further events are dropped until these have been delivered. "
					+ "The handling of jobs is not affected");
		}
	}

	private void deliver(DelayEvent event) {
		this.delivering = Thread.currentThread();
		try {
			deliver(event, this.target);
		}
		finally {
			this.delivering = null;
			endBurst();
		}
	}

	static void deliver(DelayEvent event, Consumer<DelayEvent> target) {
		try {
			target.accept(event);
		}
		catch (Throwable ex) {
			failureLog.warn("An event listener of the application failed to handle a "
					+ event.getClass().getSimpleName() + " of topic '" + event.topic() + "'", ex);
		}
	}

	private void endBurst() {
		if (this.droppedInBurst.get() > 0 && this.executor.getQueue().isEmpty()) {
			logger.info("The event listeners of the application have caught up; " + this.droppedInBurst.getAndSet(0)
					+ " Delay events were dropped in the meantime");
		}
	}

	// Delivers the waiting events, then ends the thread. On timeout, the delivery in
	// progress is interrupted and the waiting events are dropped. Must be called once,
	// after the last event was added.
	void close(Duration timeout) {
		this.executor.shutdown();
		int left = isCalledByListener() ? discard() : closeWithin(timeout);
		if (left > 0) {
			this.dropped.addAndGet(left);
			logger.warn("The application is stopping; " + left + " Delay events were dropped because its event "
					+ "listeners did not handle them in time");
		}
	}

	// If an event listener closes the application, it returns only after this call, so
	// waiting for it would always time out and interrupt it.
	private boolean isCalledByListener() {
		return this.delivering == Thread.currentThread();
	}

	private int discard() {
		List<Runnable> left = new ArrayList<>();
		this.executor.getQueue().drainTo(left);
		return left.size();
	}

	private int closeWithin(Duration timeout) {
		try {
			if (this.executor.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
				return 0;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return this.executor.shutdownNow().size();
	}

}
