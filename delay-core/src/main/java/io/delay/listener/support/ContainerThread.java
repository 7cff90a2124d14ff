// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a container that repeats a round until a condition is met. An exception
 * thrown by a round does not end the thread. The thread inherits no thread-locals from
 * the thread that starts the container.
 */
public final class ContainerThread {

	private static final Log logger = LogFactory.getLog(ContainerThread.class);

	private static final long LAST_RESORT_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	private final Round round;

	private final BooleanSupplier over;

	private final Consumer<@Nullable Throwable> onEnd;

	private final Runnable pause;

	private final Thread thread;

	/**
	 * Create a thread without starting it.
	 * @param daemon whether the JVM may exit while the thread runs
	 * @param round the round to repeat; it should handle its own failures as far as
	 * possible
	 * @param over whether the thread should end; must not throw
	 * @param onEnd called when the thread ends, with the failure that ended it if there
	 * was one; must not throw
	 */
	public ContainerThread(String name, boolean daemon, Round round, BooleanSupplier over,
			Consumer<@Nullable Throwable> onEnd) {
		this(name, daemon, round, over, onEnd, ContainerThread::pause);
	}

	// Allows tests to replace the pause after a round that threw an exception.
	public ContainerThread(String name, boolean daemon, Round round, BooleanSupplier over,
			Consumer<@Nullable Throwable> onEnd, Runnable pause) {
		this.round = round;
		this.over = over;
		this.onEnd = onEnd;
		this.pause = pause;
		this.thread = new Thread(null, this::run, name, 0, false);
		this.thread.setDaemon(daemon);
		this.thread.setUncaughtExceptionHandler(ContainerThread::ended);
	}

	// The context class loader is inherited by the threads that this thread starts.
	public void start(@Nullable ClassLoader contextClassLoader) {
		this.thread.setContextClassLoader(contextClassLoader);
		this.thread.start();
	}

	public boolean isAlive() {
		return this.thread.isAlive();
	}

	public boolean awaitEnd(Duration timeout) throws InterruptedException {
		this.thread.join(Math.max(1, timeout.toMillis()));
		return !this.thread.isAlive();
	}

	private void run() {
		Throwable failure = null;
		try {
			repeat();
		}
		catch (Throwable ex) {
			failure = ex;
			throw ex;
		}
		finally {
			this.onEnd.accept(failure);
		}
	}

	private void repeat() {
		while (!this.over.getAsBoolean()) {
			try {
				runRound();
			}
			catch (Throwable ex) {
				// The round could not handle its own failure, for instance because memory
				// was exhausted: allocating or logging here might fail as well
				pauseIfPossible();
			}
		}
	}

	private void runRound() {
		try {
			this.round.run();
		}
		catch (InterruptedException ex) {
			logger.warn("Thread '" + this.thread.getName()
					+ "' was interrupted by code outside the container; it continues");
		}
	}

	private void pauseIfPossible() {
		try {
			this.pause.run();
		}
		catch (Throwable ex) {
			// If memory is exhausted, the first pause can fail too, because it may have
			// to load a class: continue without a pause
		}
	}

	private static void pause() {
		long end = System.nanoTime() + LAST_RESORT_PAUSE;
		for (long left = LAST_RESORT_PAUSE; left > 0; left = end - System.nanoTime()) {
			// A pending interrupt would end this and every later wait at once
			Thread.interrupted();
			LockSupport.parkNanos(left);
		}
	}

	private static void ended(Thread thread, Throwable failure) {
		logger.error("Thread '" + thread.getName() + "' has ended; its listener no longer handles jobs. "
				+ "Stop the listener and start it again", failure);
	}

	@FunctionalInterface
	public interface Round {

		void run() throws InterruptedException;

	}

}
