// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.support.ContainerThread;
import io.delay.store.JobStore;

/**
 * Passes jobs that were reserved early to the workers when the jobs are due, on a thread
 * of its own, because the poller may be waiting for the store at that time.
 */
public final class DueJobStarter {

	private static final Log logger = LogFactory.getLog(DueJobStarter.class);

	private final JobDispatcher dispatcher;

	private final JobStore store;

	private final Runnable onHandBack;

	private final ContainerThread thread;

	/** Used by the thread of this object only. */
	private boolean ended;

	/**
	 * Create a starter without starting its thread.
	 * @param endpoint the listener, for the name of the thread
	 * @param dispatcher starts the jobs; once it has stopped, the thread ends
	 * @param store checks the leases of the jobs
	 * @param onHandBack called when jobs were handed back, because there may be no
	 * wake-up for these jobs
	 * @param onEnd called when the thread ends, with the failure that ended it if there
	 * was one
	 */
	public DueJobStarter(DelayListenerEndpoint endpoint, JobDispatcher dispatcher, JobStore store, Runnable onHandBack,
			Consumer<@Nullable Throwable> onEnd) {
		this.dispatcher = dispatcher;
		this.store = store;
		this.onHandBack = onHandBack;
		this.thread = new ContainerThread("delay-starter-" + endpoint.id(), true, this::round, () -> this.ended, onEnd);
	}

	public void start(@Nullable ClassLoader contextClassLoader) {
		this.thread.start(contextClassLoader);
	}

	public boolean isAlive() {
		return this.thread.isAlive();
	}

	/**
	 * Wait until the thread has ended.
	 * @param timeout the maximum time to wait
	 * @return whether the thread has ended
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	public boolean awaitEnd(Duration timeout) throws InterruptedException {
		return this.thread.awaitEnd(Math.max(1, timeout.toMillis()));
	}

	private void round() {
		try {
			this.ended = !this.dispatcher.startDue(this.store::check, this.onHandBack);
		}
		catch (InterruptedException ex) {
			logger.warn("Thread '" + Thread.currentThread().getName()
					+ "' was interrupted by code outside the container; it continues");
		}
	}

}
