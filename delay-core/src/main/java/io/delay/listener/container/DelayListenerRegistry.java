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

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.util.Assert;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.InvalidListenerException;

/**
 * Holds the containers of an application, starts and stops them with it. Stops before web
 * servers and connections do, for it is in the last phase. No container outlives it, not
 * even one that was started by hand.
 *
 * @since 0.1.0
 */
public final class DelayListenerRegistry implements SmartLifecycle, DisposableBean {

	private static final Log logger = LogFactory.getLog(DelayListenerRegistry.class);

	private final DelayListenerContainerFactory factory;

	private final Executor stopper = new SimpleAsyncTaskExecutor("delay-stop-");

	private final Map<String, DelayListenerContainer> containers = new LinkedHashMap<>();

	/** Those that are being deregistered. They stay until they have stopped. */
	private final Set<DelayListenerContainer> leaving = new HashSet<>();

	private volatile boolean running;

	private volatile boolean stoppedByHand;

	/**
	 * Create a registry.
	 * @param factory makes the containers
	 */
	public DelayListenerRegistry(DelayListenerContainerFactory factory) {
		Assert.notNull(factory, "'factory' must not be null");
		this.factory = factory;
	}

	/**
	 * Register a listener. If the registry is running and the listener starts with the
	 * application, it starts now.
	 * @param endpoint the listener If that fails, the listener is not registered.
	 * @throws InvalidListenerException if there is a listener with the same id or topic
	 */
	public void register(DelayListenerEndpoint endpoint) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		DelayListenerContainer container = add(endpoint);
		if (this.running && container.isAutoStartup()) {
			try {
				start(container);
			}
			catch (RuntimeException | Error ex) {
				remove(container);
				throw ex;
			}
		}
	}

	private synchronized DelayListenerContainer add(DelayListenerEndpoint endpoint) {
		this.containers.values().forEach((other) -> checkDistinct(other.endpoint(), endpoint));
		DelayListenerContainer container = this.factory.create(endpoint);
		this.containers.put(endpoint.id(), container);
		return container;
	}

	/**
	 * Deregister a listener and stop its container. Jobs that were not started go back to
	 * the store at once; those that run are waited for up to the shutdown timeout. After
	 * that the id and the topic are free for another listener. Does nothing if there is
	 * no listener with this id.
	 * @param id the id of the listener
	 */
	public void deregister(String id) {
		DelayListenerContainer container;
		synchronized (this) {
			container = this.containers.get(id);
			if (container == null) {
				return;
			}
			this.leaving.add(container);
		}
		try {
			container.stop();
		}
		finally {
			remove(container);
		}
	}

	private synchronized void remove(DelayListenerContainer container) {
		this.containers.remove(container.id(), container);
		this.leaving.remove(container);
	}

	private static void checkDistinct(DelayListenerEndpoint first, DelayListenerEndpoint second) {
		if (first.topic().equals(second.topic())) {
			throw new InvalidListenerException(
					"Topic '" + first.topic() + "' has two listeners: " + first + " and " + second,
					"One application has one listener per topic: give one of them another topic, "
							+ "or handle the jobs in one method");
		}
		if (first.id().equals(second.id())) {
			throw new InvalidListenerException("Two listeners have the id '" + first.id() + "': " + first
					+ " for topic '" + first.topic() + "' and " + second + " for topic '" + second.topic() + "'",
					"Give one of them another id");
		}
	}

	/**
	 * All containers, in the order of their registration.
	 * @return the containers
	 */
	public synchronized Collection<DelayListenerContainer> containers() {
		return List.copyOf(this.containers.values());
	}

	/**
	 * Find a container.
	 * @param id the id of its listener
	 * @return the container
	 * @throws IllegalArgumentException if there is none with this id
	 */
	public synchronized DelayListenerContainer container(String id) {
		DelayListenerContainer container = this.containers.get(id);
		if (container == null) {
			throw new IllegalArgumentException("There is no listener with the id '" + id + "'. Known ids: "
					+ new TreeSet<>(this.containers.keySet()));
		}
		return container;
	}

	/**
	 * The topics that have a listener.
	 * @return the topics
	 */
	public Set<String> topics() {
		Set<String> topics = new TreeSet<>();
		containers().forEach((container) -> topics.add(container.topic()));
		return topics;
	}

	/**
	 * Whether a consumer of the store is one of these containers.
	 * @param id the id of the consumer
	 * @return {@code true} if a container runs that registers under this id
	 */
	public boolean hasConsumer(String id) {
		return containers().stream().anyMatch((container) -> container.isConsumer(id));
	}

	/**
	 * Start the containers that start with the application. If one cannot be started, all
	 * are stopped again.
	 * <p>
	 * What was started or stopped by hand before the last stop does not count, as with
	 * the registries of Spring's own listeners: after a stop and a start of the
	 * application context the containers run that start with the application, and no
	 * others. To keep a container from being started, set its auto-startup to
	 * {@code false}.
	 */
	@Override
	public void start() {
		this.stoppedByHand = false;
		this.running = true;
		try {
			containers().stream().filter(DelayListenerContainer::isAutoStartup).forEach(this::start);
		}
		catch (RuntimeException | Error ex) {
			stopAll().join();
			throw ex;
		}
	}

	// Without a lock, since a container that is being stopped keeps a start waiting. If
	// the registry was stopped or the listener deregistered in between, this start came
	// too late.
	private void start(DelayListenerContainer container) {
		if (!isRegistered(container)) {
			return;
		}
		container.start();
		if (!this.running || !isRegistered(container)) {
			container.stop();
		}
	}

	private synchronized boolean isRegistered(DelayListenerContainer container) {
		return this.containers.get(container.id()) == container && !this.leaving.contains(container);
	}

	@Override
	public void stop() {
		this.stoppedByHand = true;
		stopAll().join();
	}

	@Override
	public void stop(Runnable callback) {
		this.stoppedByHand = false;
		stopAll().whenComplete((nothing, failure) -> callback.run());
	}

	/**
	 * Stop what Spring did not, as after a failed start or if it thinks that nothing
	 * runs.
	 */
	@Override
	public void destroy() {
		stopAll().join();
	}

	private CompletableFuture<Void> stopAll() {
		this.running = false;
		return CompletableFuture.allOf(containers().stream()
			.map((container) -> CompletableFuture.runAsync(() -> stop(container), this.stopper))
			.toArray(CompletableFuture[]::new));
	}

	private static void stop(DelayListenerContainer container) {
		try {
			container.stop();
		}
		catch (RuntimeException ex) {
			logger.warn("Listener '" + container.id() + "' cannot be stopped properly", ex);
		}
	}

	/**
	 * Whether the registry was started, or a container was after the registry had been
	 * stopped by hand.
	 * @return {@code true} if so
	 */
	@Override
	public boolean isRunning() {
		// Spring stops only what runs, so a container that was started by hand counts
		// then.
		// It starts only what does not run, so otherwise it must not count: one container
		// that the application starts earlier would keep all others from being started.
		return this.running
				|| (this.stoppedByHand && containers().stream().anyMatch(DelayListenerContainer::isRunning));
	}

}
