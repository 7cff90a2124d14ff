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

package io.delay.listener.support;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a container: repeats a round until that is over. Nothing that a round
 * throws ends it. It inherits no thread-locals of the thread that starts the container.
 */
public final class ContainerThread {

	private static final Log logger = LogFactory.getLog(ContainerThread.class);

	private static final long LAST_RESORT_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	private final Runnable round;

	private final BooleanSupplier over;

	private final Consumer<@Nullable Throwable> onEnd;

	private final Runnable pause;

	private final Thread thread;

	/**
	 * Create a thread that is not started.
	 * @param name its name
	 * @param daemon whether the JVM may end while it runs
	 * @param round what to repeat; handles its failures itself as far as it can
	 * @param over whether to end; must not throw
	 * @param onEnd told when the thread ends, with what ended it if that is known; must
	 * not throw
	 */
	public ContainerThread(String name, boolean daemon, Runnable round, BooleanSupplier over,
			Consumer<@Nullable Throwable> onEnd) {
		this(name, daemon, round, over, onEnd, ContainerThread::pause);
	}

	// With another pause after a round that threw.
	public ContainerThread(String name, boolean daemon, Runnable round, BooleanSupplier over,
			Consumer<@Nullable Throwable> onEnd, Runnable pause) {
		this.round = round;
		this.over = over;
		this.onEnd = onEnd;
		this.pause = pause;
		this.thread = new Thread(null, this::run, name, 0, false);
		this.thread.setDaemon(daemon);
		this.thread.setUncaughtExceptionHandler(ContainerThread::ended);
	}

	/**
	 * Start the thread.
	 * @param contextClassLoader its context class loader, which the threads that it
	 * starts inherit
	 */
	public void start(@Nullable ClassLoader contextClassLoader) {
		this.thread.setContextClassLoader(contextClassLoader);
		this.thread.start();
	}

	public boolean isAlive() {
		return this.thread.isAlive();
	}

	/**
	 * Wait for the end of the thread.
	 * @param millis how long at most, at least 1
	 * @return whether it has ended
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	public boolean awaitEnd(long millis) throws InterruptedException {
		this.thread.join(millis);
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
				this.round.run();
			}
			catch (Throwable ex) {
				// The round could not even handle its failure, out of memory for
				// instance: whatever allocates or logs here might throw again
				pauseIfPossible();
			}
		}
	}

	private void pauseIfPossible() {
		try {
			this.pause.run();
		}
		catch (Throwable ex) {
			// Loading a class for the first pause takes memory, too: go on without one
		}
	}

	private static void pause() {
		long end = System.nanoTime() + LAST_RESORT_PAUSE;
		for (long left = LAST_RESORT_PAUSE; left > 0; left = end - System.nanoTime()) {
			// An interrupt would end this and every later wait at once
			Thread.interrupted();
			LockSupport.parkNanos(left);
		}
	}

	private static void ended(Thread thread, Throwable failure) {
		logger.error("Thread '" + thread.getName() + "' has ended, its listener does nothing any more. "
				+ "Stop the listener and start it again", failure);
	}

}
