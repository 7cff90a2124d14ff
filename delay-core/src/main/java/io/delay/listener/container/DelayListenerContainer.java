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

package io.delay.listener.container;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobContext;
import io.delay.listener.ReserveOutage;
import io.delay.listener.watch.ContainerInstrumentation;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobStore;

/**
 * Runs the handler of one listener on the jobs of its topic, each once it is due. Made by
 * a {@link DelayListenerContainerFactory}; can be started and stopped any number of
 * times, by any thread.
 *
 * @since 0.1.0
 */
public final class DelayListenerContainer {

	private static final Log logger = LogFactory.getLog(DelayListenerContainer.class);

	private final DelayListenerEndpoint endpoint;

	private final ContainerSettings settings;

	private final JobStore store;

	private final DelayListenerContainerOptions options;

	private final ConsumerAnnouncer announcer;

	private final RedeliveryLimits redeliveryLimits;

	private final ContainerInstrumentation watch;

	private final Lock lifecycle = new ReentrantLock();

	private volatile @Nullable ContainerSession run;

	DelayListenerContainer(DelayListenerEndpoint endpoint, ContainerSettings settings, JobStore store,
			DelayListenerContainerOptions options, ConsumerAnnouncer announcer, RedeliveryLimits redeliveryLimits) {
		this.endpoint = endpoint;
		this.settings = settings;
		this.store = store;
		this.options = options;
		this.announcer = announcer;
		this.redeliveryLimits = redeliveryLimits;
		this.watch = new ContainerInstrumentation(endpoint, options.instrumentation());
	}

	/**
	 * The id of the listener.
	 * @return the id
	 */
	public String id() {
		return this.endpoint.id();
	}

	/**
	 * The topic whose jobs are handled.
	 * @return the topic
	 */
	public String topic() {
		return this.endpoint.topic();
	}

	/**
	 * The listener.
	 * @return the endpoint that the container was made for
	 */
	public DelayListenerEndpoint endpoint() {
		return this.endpoint;
	}

	/**
	 * Whether the container starts with the application.
	 * @return {@code true} if so
	 */
	public boolean isAutoStartup() {
		return this.settings.autoStartup();
	}

	/**
	 * Start to handle jobs. Does nothing if the container runs; waits if it is being
	 * stopped. The store need not be reachable.
	 */
	public void start() {
		this.lifecycle.lock();
		try {
			if (this.run == null) {
				ContainerSession started = new ContainerSession(this.endpoint, this.settings, this.store, this.options,
						this.watch, this.redeliveryLimits);
				started.start();
				this.run = started;
				this.announcer.add(started);
				logger.info("Listener " + this.endpoint + " handles topic '" + topic() + "' with concurrency "
						+ this.settings.concurrency());
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/**
	 * Stop handling jobs. Jobs that were not started go back to the store at once; those
	 * that run are waited for up to the shutdown timeout and interrupted then. However
	 * their handlers end after that, these jobs go back, too, and their attempts do not
	 * count, unless the handler has decided by {@link JobContext}: a handler that returns
	 * after the interrupt may have done half of its work. Does nothing if the container
	 * does not run.
	 * <p>
	 * A handler of this container may call this, too. It is not waited for, and its job
	 * is settled once it returns; if the container is being stopped already, nothing is
	 * waited for. Nor is a handler waited for that has called {@link System#exit}.
	 */
	public void stop() {
		if (!lockToStop()) {
			return;
		}
		try {
			ContainerSession running = this.run;
			if (running != null) {
				stop(running);
			}
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	// A handler must not wait for the stop of another thread, which waits for it.
	private boolean lockToStop() {
		ContainerSession running = this.run;
		if (running == null || !running.isCalledByHandler()) {
			this.lifecycle.lock();
			return true;
		}
		while (!this.lifecycle.tryLock()) {
			if (running.isStopping()) {
				return false;
			}
			Thread.onSpinWait();
		}
		return true;
	}

	private void stop(ContainerSession running) {
		try {
			this.announcer.remove(running);
			running.stop(this.options.shutdownTimeout());
		}
		finally {
			this.run = null;
			logger.info("Listener " + this.endpoint + " has stopped");
		}
	}

	/**
	 * On what terms the container reserves jobs.
	 * @return how many jobs it handles at the same time, and what applies to jobs that
	 * set none of their own
	 */
	public ConsumerTerms terms() {
		return this.settings.terms();
	}

	/**
	 * How many jobs the container has at this moment.
	 * @return the numbers; zero if it does not run
	 */
	public ContainerLoad load() {
		ContainerSession running = this.run;
		return (running != null) ? running.load() : ContainerLoad.NONE;
	}

	/**
	 * How long ago the store last answered when the container asked for jobs. At rest it
	 * asks about every 15 seconds; with all its workers busy it does not ask.
	 * @return how long, empty if the container does not run or has got no answer so far
	 */
	public Optional<Duration> sinceLastReserve() {
		ContainerSession running = this.run;
		return (running != null) ? Optional.ofNullable(running.sinceLastReserve()) : Optional.empty();
	}

	/**
	 * Why the container cannot reserve jobs at the moment. It goes on trying, and handles
	 * nothing new until it succeeds. While all its workers are busy it does not try, and
	 * is not said to be unable.
	 * @return since when and why, empty if the last attempt succeeded, if the store has
	 * answered since and all workers are busy, or if the container does not run
	 */
	public Optional<ReserveOutage> reserveOutage() {
		ContainerSession running = this.run;
		return (running != null) ? Optional.ofNullable(running.reserveOutage()) : Optional.empty();
	}

	// Whether it registers in the store under this id.
	boolean isConsumer(String id) {
		ContainerSession running = this.run;
		return running != null && running.consumerId().equals(id);
	}

	/**
	 * Whether the container was started and not yet stopped.
	 * @return {@code true} if so
	 */
	public boolean isRunning() {
		return this.run != null;
	}

	/**
	 * Whether the container was started but fetches or settles no jobs any more, which
	 * must not happen and is for health checks to show. A stop and a start repair it.
	 * @return {@code true} if so
	 */
	public boolean hasDied() {
		ContainerSession running = this.run;
		return running != null && !running.isStopping() && !running.isAlive();
	}

}
