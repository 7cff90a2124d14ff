// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;
import java.util.concurrent.Executor;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.task.AsyncTaskExecutor;

import io.delay.listener.ContainerOwnedExecutor;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.support.DaemonThread;

/**
 * The executor that runs the handlers of one container session. The factory that created
 * it also closes it.
 */
public final class WorkerExecutor implements Executor {

	private static final Log logger = LogFactory.getLog(WorkerExecutor.class);

	private static final Duration NO_LIMIT = Duration.ofDays(3650);

	private final DelayListenerEndpoint endpoint;

	private final WorkerExecutorFactory factory;

	private final AsyncTaskExecutor executor;

	public WorkerExecutor(DelayListenerEndpoint endpoint, WorkerExecutorFactory factory, int concurrency) {
		this.endpoint = endpoint;
		this.factory = factory;
		this.executor = factory.create(endpoint.id(), concurrency);
	}

	/**
	 * Whether the threads belong to this container alone, so that a worker may keep its
	 * thread while jobs are waiting.
	 */
	public boolean isOwn() {
		return this.executor instanceof ContainerOwnedExecutor;
	}

	@Override
	public void execute(Runnable task) {
		this.executor.execute(task);
	}

	/**
	 * Have the factory close the executor. A factory may keep a shared executor open, or
	 * interrupt the threads and wait for them.
	 */
	public void close() {
		try {
			this.factory.close(this.executor);
		}
		catch (Exception ex) {
			logger.warn("The worker executor of listener " + this.endpoint + " could not be closed", ex);
		}
	}

	/**
	 * Close the executor once its handlers have finished. Used when a handler stops its
	 * own container, because that handler must neither be interrupted nor waited for.
	 */
	public void closeOnceIdle(JobDispatcher handlers) {
		Runnable task = () -> {
			try {
				handlers.awaitIdle(NO_LIMIT);
			}
			catch (InterruptedException ex) {
				// No other code uses this thread: close the executor now
			}
			close();
		};
		DaemonThread.run("delay-closer-" + this.endpoint.id(), task);
	}

}
