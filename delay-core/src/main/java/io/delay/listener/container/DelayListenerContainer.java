// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobContext;
import io.delay.listener.ReserveOutage;
import io.delay.listener.poll.IsolationPermit;
import io.delay.listener.watch.ContainerInstrumentation;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobStore;
import io.delay.store.SettlementTransactions;

/**
 * Runs the handler of one listener for the jobs of its topic when they are due. Created
 * by a {@link DelayListenerContainerFactory}. It can be started and stopped any number of
 * times, by any thread.
 *
 * @since 0.1.0
 */
public final class DelayListenerContainer {

	private static final Log logger = LogFactory.getLog(DelayListenerContainer.class);

	private final DelayListenerEndpoint endpoint;

	private final ContainerSettings settings;

	private final SessionComponents components;

	private final DelayListenerContainerOptions options;

	private final Function<SessionComponents, ListenerSession> sessions;

	private final Lock lifecycle = new ReentrantLock();

	private volatile @Nullable ListenerSession run;

	// The session that was started last. Its handlers may run even before its start has
	// returned.
	private volatile @Nullable ListenerSession latest;

	DelayListenerContainer(DelayListenerEndpoint endpoint, ContainerSettings settings, JobStore store,
			DelayListenerContainerOptions options, Function<SessionComponents, ListenerSession> sessions,
			IsolationPermit isolationPermit, @Nullable SettlementTransactions transactions) {
		this.endpoint = endpoint;
		this.settings = settings;
		this.options = options;
		this.sessions = sessions;
		this.components = new SessionComponents(endpoint, settings, store, options,
				new ContainerInstrumentation(endpoint, options.instrumentation()), isolationPermit, transactions);
	}

	/**
	 * Return the id of the listener.
	 * @return the id
	 */
	public String id() {
		return this.endpoint.id();
	}

	/**
	 * Return the topic whose jobs are handled.
	 * @return the topic
	 */
	public String topic() {
		return this.endpoint.topic();
	}

	/**
	 * Return the listener.
	 * @return the endpoint that the container was created for
	 */
	public DelayListenerEndpoint endpoint() {
		return this.endpoint;
	}

	/**
	 * Whether the container starts with the application.
	 * @return {@code true} if it starts with the application
	 */
	public boolean isAutoStartup() {
		return this.settings.autoStartup();
	}

	/**
	 * Whether the handler runs in a transaction of the store.
	 * @return {@code true} if each running handler occupies a connection
	 */
	public boolean isTransactional() {
		return this.settings.transactional();
	}

	/**
	 * Start handling jobs. Does nothing if the container is running. If the container is
	 * being stopped, this call blocks until it has stopped. The store need not be
	 * reachable.
	 */
	public void start() {
		this.lifecycle.lock();
		try {
			if (this.run == null) {
				ListenerSession started = this.sessions.apply(this.components);
				this.latest = started;
				started.start();
				this.run = started;
				logger.info("Listener " + this.endpoint + " handles topic '" + topic() + "' with concurrency "
						+ this.settings.concurrency());
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/**
	 * Stop handling jobs. Jobs that were not started are handed back to the store at
	 * once. Running handlers may finish within the shutdown timeout; after that, they are
	 * interrupted. The jobs of interrupted handlers are handed back as well and their
	 * attempts do not count, even if the handler returns, because it may have done only
	 * part of its work. This does not apply to a job that its handler has released or
	 * buried with its {@link JobContext}. Does nothing if the container is not running.
	 * <p>
	 * A handler of this container may call this method, too. The stop does not wait for
	 * that handler, and its job is settled once it returns. If the container is already
	 * being stopped, the call returns at once. The stop does not wait for a handler that
	 * has called {@link System#exit} either.
	 */
	public void stop() {
		if (!lockToStop()) {
			return;
		}
		try {
			ListenerSession running = this.run;
			if (running != null) {
				stop(running);
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	// A handler must not wait for a stop by another thread, because that stop waits for
	// the handler.
	private boolean lockToStop() {
		ListenerSession session = this.latest;
		if (session == null || !session.isCalledByHandler()) {
			this.lifecycle.lock();
			return true;
		}
		while (!this.lifecycle.tryLock()) {
			if (session.isStopping()) {
				return false;
			}
			Thread.onSpinWait();
		}
		return true;
	}

	private void stop(ListenerSession running) {
		try {
			running.stop(this.options.shutdownTimeout());
		}
		finally {
			this.run = null;
			logger.info("Listener " + this.endpoint + " has stopped");
		}
	}

	/**
	 * Return the terms on which the container reserves jobs.
	 * @return the concurrency, and the values for jobs that do not specify their own
	 */
	public ConsumerTerms terms() {
		return this.settings.terms();
	}

	/**
	 * Return the number of jobs that the container currently holds.
	 * @return the load, {@link ContainerLoad#NONE} if the container is not running
	 */
	public ContainerLoad load() {
		ListenerSession running = this.run;
		return (running != null) ? running.load() : ContainerLoad.NONE;
	}

	/**
	 * Whether all workers are busy with handlers that are still running, or whose
	 * transactions have not ended, although the leases of their jobs have ended. Such a
	 * container handles no jobs until one of these handlers ends; health checks report
	 * it. The log contains the stack traces of the handlers.
	 * @return {@code true} if all workers are stuck
	 */
	public boolean isStuck() {
		return load().overdueHandlers() >= this.settings.concurrency();
	}

	/**
	 * Return the time since the store last answered a reserve of this container. An idle
	 * container reserves about every 15 seconds; a container whose workers are all busy
	 * does not reserve.
	 * @return the time, empty if the container is not running or the store has not
	 * answered yet
	 */
	public Optional<Duration> sinceLastReserve() {
		ListenerSession running = this.run;
		return (running != null) ? Optional.ofNullable(running.sinceLastReserve()) : Optional.empty();
	}

	/**
	 * Return the current outage, during which the container cannot reserve jobs. The
	 * container keeps trying, and starts no jobs until a reserve succeeds. While all its
	 * workers are busy, it does not reserve and therefore reports no outage.
	 * @return the outage; empty if the last attempt succeeded, if the store has answered
	 * another call since and all workers are busy, or if the container is not running
	 */
	public Optional<ReserveOutage> reserveOutage() {
		ListenerSession running = this.run;
		return (running != null) ? Optional.ofNullable(running.reserveOutage()) : Optional.empty();
	}

	// Null if the container is not running.
	@Nullable ListenerSession session() {
		return this.run;
	}

	boolean isConsumer(String id) {
		ListenerSession running = this.run;
		return running != null && running.consumerId().equals(id);
	}

	/**
	 * Whether the container has been started and not yet stopped.
	 * @return {@code true} if it is running
	 */
	public boolean isRunning() {
		return this.run != null;
	}

	/**
	 * Whether the container was started but one of its threads has ended, so that it no
	 * longer reserves or settles jobs. This should never happen; health checks report it.
	 * To recover, stop the container and start it again.
	 * @return {@code true} if it has died
	 */
	public boolean hasDied() {
		ListenerSession running = this.run;
		return running != null && !running.isStopping() && !running.isAlive();
	}

}
