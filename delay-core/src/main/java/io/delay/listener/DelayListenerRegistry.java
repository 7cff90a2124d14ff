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

package io.delay.listener;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.util.Assert;

/**
 * Holds the containers of an application, starts and stops them with it. Stops before web
 * servers and connections do, for it is in the last phase.
 *
 * @since 0.1.0
 */
public final class DelayListenerRegistry implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(DelayListenerRegistry.class);

	private final DelayListenerContainerFactory factory;

	private final Executor stopper = new SimpleAsyncTaskExecutor("delay-stop-");

	private final Map<String, DelayListenerContainer> containers = new LinkedHashMap<>();

	private boolean running;

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
	 * @param endpoint the listener
	 * @throws IllegalStateException if there is a listener with the same id or topic
	 */
	public synchronized void register(DelayListenerEndpoint endpoint) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		this.containers.values().forEach((other) -> checkDistinct(other.endpoint(), endpoint));
		DelayListenerContainer container = this.factory.create(endpoint);
		this.containers.put(endpoint.id(), container);
		if (this.running && container.isAutoStartup()) {
			container.start();
		}
	}

	private static void checkDistinct(DelayListenerEndpoint first, DelayListenerEndpoint second) {
		if (first.topic().equals(second.topic())) {
			throw new IllegalStateException("Topic '" + first.topic() + "' has two listeners: " + first + " and "
					+ second + ". One application has one listener per topic: give one of them another topic, "
					+ "or handle the jobs in one method");
		}
		if (first.id().equals(second.id())) {
			throw new IllegalStateException(
					"Two listeners have the id '" + first.id() + "': " + first + " for topic '" + first.topic()
							+ "' and " + second + " for topic '" + second.topic() + "'. Give one of them another id");
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
	public synchronized Set<String> topics() {
		Set<String> topics = new TreeSet<>();
		this.containers.values().forEach((container) -> topics.add(container.topic()));
		return topics;
	}

	@Override
	public synchronized void start() {
		this.running = true;
		this.containers.values()
			.stream()
			.filter(DelayListenerContainer::isAutoStartup)
			.forEach(DelayListenerContainer::start);
	}

	@Override
	public void stop() {
		stopAll().join();
	}

	@Override
	public void stop(Runnable callback) {
		stopAll().whenComplete((nothing, failure) -> callback.run());
	}

	private synchronized CompletableFuture<Void> stopAll() {
		this.running = false;
		return CompletableFuture.allOf(this.containers.values()
			.stream()
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

	@Override
	public synchronized boolean isRunning() {
		return this.running;
	}

}
