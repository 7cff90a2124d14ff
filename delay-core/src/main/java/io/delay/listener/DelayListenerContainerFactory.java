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

import java.time.Duration;
import java.util.Map;

import org.springframework.util.Assert;

import io.delay.store.HostName;
import io.delay.store.JobStore;

/**
 * Makes containers for listeners. The settings of a topic go before those of the
 * listener, these before the general defaults.
 *
 * @since 0.1.0
 */
public final class DelayListenerContainerFactory {

	/**
	 * How long a stop waits for running handlers if nothing else is set.
	 */
	public static final Duration DEFAULT_SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

	private final JobStore store;

	private final ListenerSettings defaults;

	private final Map<String, ListenerSettings> topicSettings;

	private final WorkerExecutorFactory executorFactory;

	private final Duration shutdownTimeout;

	private final String host;

	/**
	 * Create a factory with the defaults: platform threads, 20 s to shut down.
	 * @param store keeps the jobs
	 */
	public DelayListenerContainerFactory(JobStore store) {
		this(store, ListenerSettings.defaults(), Map.of(), WorkerExecutorFactory.platformThreads(),
				DEFAULT_SHUTDOWN_TIMEOUT, HostName.resolve());
	}

	/**
	 * Create a factory.
	 * @param store keeps the jobs
	 * @param defaults the general defaults; what they leave unset is as in
	 * {@link ListenerSettings#defaults()}
	 * @param topicSettings the settings of topics, by topic
	 * @param executorFactory makes the executors on which handlers run
	 * @param shutdownTimeout how long a stop waits for running handlers before it
	 * interrupts them; the whole stop takes at most 2 s more, unless closing the executor
	 * takes its time
	 * @param host the host that tokens and failures name
	 */
	public DelayListenerContainerFactory(JobStore store, ListenerSettings defaults,
			Map<String, ListenerSettings> topicSettings, WorkerExecutorFactory executorFactory,
			Duration shutdownTimeout, String host) {
		Assert.notNull(store, "'store' must not be null");
		Assert.notNull(defaults, "'defaults' must not be null");
		Assert.notNull(topicSettings, "'topicSettings' must not be null");
		Assert.notNull(executorFactory, "'executorFactory' must not be null");
		Assert.notNull(shutdownTimeout, "'shutdownTimeout' must not be null");
		Assert.isTrue(!shutdownTimeout.isNegative(),
				() -> "Shutdown timeout " + shutdownTimeout + " must not be negative");
		Assert.hasText(host, "'host' must not be empty");
		this.store = store;
		this.defaults = defaults;
		this.topicSettings = Map.copyOf(topicSettings);
		this.executorFactory = executorFactory;
		this.shutdownTimeout = shutdownTimeout;
		this.host = host;
	}

	/**
	 * Make a container.
	 * @param endpoint the listener
	 * @return a container that is not started
	 */
	public DelayListenerContainer create(DelayListenerEndpoint endpoint) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		ListenerSettings ofTopic = this.topicSettings.getOrDefault(endpoint.topic(), ListenerSettings.none());
		ContainerSettings settings = ContainerSettings.of(ofTopic.over(endpoint.settings()).over(this.defaults));
		return new DelayListenerContainer(endpoint, settings, this.store, this.executorFactory, this.shutdownTimeout,
				this.host);
	}

}
