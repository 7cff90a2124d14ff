// SPDX-License-Identifier: Apache-2.0

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
 * Holds the containers of an application, and starts and stops them together with the
 * application. It is in the last phase, so it stops before web servers and connections.
 * When it is destroyed, it also stops containers that were started manually.
 *
 * @since 0.1.0
 */
public final class DelayListenerRegistry implements SmartLifecycle, DisposableBean {

	private static final Log logger = LogFactory.getLog(DelayListenerRegistry.class);

	private final DelayListenerContainerFactory factory;

	private final Executor stopper = new SimpleAsyncTaskExecutor("delay-stop-");

	private final Map<String, DelayListenerContainer> containers = new LinkedHashMap<>();

	// Containers that are being deregistered. They stay here until they have stopped.
	private final Set<DelayListenerContainer> leaving = new HashSet<>();

	private volatile boolean running;

	private volatile boolean stoppedByHand;

	/**
	 * Create a registry.
	 */
	public DelayListenerRegistry(DelayListenerContainerFactory factory) {
		Assert.notNull(factory, "'factory' must not be null");
		this.factory = factory;
	}

	/**
	 * Register a listener. If the registry is running and the listener has auto-startup,
	 * its container is started at once. If that fails, the listener is not registered.
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
	 * Deregister a listener and stop its container. Jobs that were not started are handed
	 * back to the store at once; running handlers may finish within the shutdown timeout.
	 * After that, the id and the topic can be used by a different listener. Does nothing
	 * if there is no listener with this id.
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
					"An application can have only one listener per topic: give one of them a different topic, "
							+ "or handle the jobs in one method");
		}
		if (first.id().equals(second.id())) {
			throw new InvalidListenerException(
					"Two listeners have the id '" + first.id() + "': " + first + " for topic '" + first.topic()
							+ "' and " + second + " for topic '" + second.topic() + "'",
					"Give one of them a different id");
		}
	}

	/**
	 * Return all containers in the order of their registration.
	 * @return the containers
	 */
	public synchronized Collection<DelayListenerContainer> containers() {
		return List.copyOf(this.containers.values());
	}

	/**
	 * Return the container of a listener.
	 * @param id the id of the listener
	 * @return the container
	 * @throws IllegalArgumentException if there is no listener with this id
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
	 * Return the topics that have a listener.
	 * @return the topics in alphabetical order
	 */
	public Set<String> topics() {
		Set<String> topics = new TreeSet<>();
		containers().forEach((container) -> topics.add(container.topic()));
		return topics;
	}

	/**
	 * Whether a consumer that is registered in the store is one of these containers.
	 * @param id the id of the consumer
	 * @return {@code true} if a running container is registered under this id
	 */
	public boolean hasConsumer(String id) {
		return containers().stream().anyMatch((container) -> container.isConsumer(id));
	}

	/**
	 * Start the containers that have auto-startup. If one of them cannot be started, all
	 * are stopped again.
	 * <p>
	 * As in Spring's own listener registries, earlier manual starts and stops have no
	 * effect: after the application context has been stopped and started again, exactly
	 * the containers with auto-startup run. To keep a container from being started, set
	 * its auto-startup to {@code false}.
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

	// Holds no lock, because a start blocks while the container is being stopped. If the
	// registry is stopped or the listener deregistered in the meantime, the container is
	// stopped again.
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
	 * Stop containers that Spring did not stop, for instance after a failed start.
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
			logger.warn("Listener '" + container.id() + "' could not be stopped properly", ex);
		}
	}

	/**
	 * Whether the registry was started, or a container is running although the registry
	 * was stopped manually.
	 * @return {@code true} if it counts as running
	 */
	@Override
	public boolean isRunning() {
		// Spring stops only beans that are running, so after a manual stop of the
		// registry, a manually started container must count. Before that it must not
		// count, because Spring starts only beans that are not running: one container
		// that was started early would prevent the start of all others.
		return this.running
				|| (this.stoppedByHand && containers().stream().anyMatch(DelayListenerContainer::isRunning));
	}

}
