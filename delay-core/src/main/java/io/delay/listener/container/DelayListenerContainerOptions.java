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
import java.util.Map;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerMetrics;
import io.delay.listener.ListenerSettings;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.listener.watch.InstrumentationOptions;
import io.delay.observation.ProcessObservationConvention;
import io.delay.store.HostName;

/**
 * What a {@link DelayListenerContainerFactory} goes by.
 *
 * @since 0.1.0
 */
public final class DelayListenerContainerOptions {

	/**
	 * How long a stop waits for running handlers unless set otherwise.
	 */
	public static final Duration DEFAULT_SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

	private final ListenerSettings defaults;

	private final Map<String, ListenerSettings> topicSettings;

	private final WorkerExecutorFactory executorFactory;

	private final Duration shutdownTimeout;

	private final String host;

	private final String application;

	private final InstrumentationOptions instrumentation;

	// Of the thread that sets up the application, unlike the one that starts a container
	private final @Nullable ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();

	private DelayListenerContainerOptions(Builder builder) {
		this.defaults = builder.defaults;
		this.topicSettings = builder.topicSettings;
		this.executorFactory = builder.executorFactory;
		this.shutdownTimeout = builder.shutdownTimeout;
		this.host = (builder.host != null) ? builder.host : HostName.resolve();
		this.application = builder.application;
		this.instrumentation = new InstrumentationOptions(builder.events, builder.observations,
				builder.processConvention, builder.metrics);
	}

	/**
	 * Start with the defaults: platform threads, 20 s to shut down, the name of this
	 * host, no events, nothing observed or measured.
	 * @return a builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	// Those of its topic go before its own, these before the general defaults.
	ContainerSettings settingsOf(DelayListenerEndpoint endpoint) {
		ListenerSettings ofTopic = this.topicSettings.getOrDefault(endpoint.topic(), ListenerSettings.none());
		return ContainerSettings.of(ofTopic.over(endpoint.settings()).over(this.defaults));
	}

	WorkerExecutorFactory executorFactory() {
		return this.executorFactory;
	}

	Duration shutdownTimeout() {
		return this.shutdownTimeout;
	}

	@Nullable ClassLoader contextClassLoader() {
		return this.contextClassLoader;
	}

	String host() {
		return this.host;
	}

	String application() {
		return this.application;
	}

	InstrumentationOptions instrumentation() {
		return this.instrumentation;
	}

	/**
	 * Collects {@link DelayListenerContainerOptions}.
	 */
	public static final class Builder {

		private ListenerSettings defaults = ListenerSettings.defaults();

		private Map<String, ListenerSettings> topicSettings = Map.of();

		private WorkerExecutorFactory executorFactory = WorkerExecutorFactory.platformThreads();

		private Duration shutdownTimeout = DEFAULT_SHUTDOWN_TIMEOUT;

		private @Nullable String host;

		private String application = "application";

		private @Nullable DelayEventPublisher events;

		private ObservationRegistry observations = ObservationRegistry.NOOP;

		private @Nullable ProcessObservationConvention processConvention;

		private @Nullable ListenerMetrics metrics;

		private Builder() {
		}

		/**
		 * Set the general defaults of listeners.
		 * @param defaults the settings; what they leave unset is as in
		 * {@link ListenerSettings#defaults()}
		 * @return this builder
		 */
		public Builder defaults(ListenerSettings defaults) {
			Assert.notNull(defaults, "'defaults' must not be null");
			this.defaults = defaults;
			return this;
		}

		/**
		 * Set what applies to single topics.
		 * @param topicSettings the settings of topics, by topic
		 * @return this builder
		 */
		public Builder topicSettings(Map<String, ListenerSettings> topicSettings) {
			Assert.notNull(topicSettings, "'topicSettings' must not be null");
			this.topicSettings = Map.copyOf(topicSettings);
			return this;
		}

		/**
		 * Set on what threads handlers run.
		 * @param executorFactory makes the executors
		 * @return this builder
		 */
		public Builder executorFactory(WorkerExecutorFactory executorFactory) {
			Assert.notNull(executorFactory, "'executorFactory' must not be null");
			this.executorFactory = executorFactory;
			return this;
		}

		/**
		 * Set how long a stop waits for running handlers before it interrupts them. The
		 * whole stop takes at most 2 s more, unless closing the executor takes its time.
		 * @param shutdownTimeout how long, zero or longer
		 * @return this builder
		 */
		public Builder shutdownTimeout(Duration shutdownTimeout) {
			Assert.notNull(shutdownTimeout, "'shutdownTimeout' must not be null");
			Assert.isTrue(!shutdownTimeout.isNegative(),
					() -> "Shutdown timeout " + shutdownTimeout + " must not be negative");
			this.shutdownTimeout = shutdownTimeout;
			return this;
		}

		/**
		 * Set the host that tokens and failures name.
		 * @param host the name of the host
		 * @return this builder
		 */
		public Builder host(String host) {
			Assert.hasText(host, "'host' must not be empty");
			this.host = host;
			return this;
		}

		/**
		 * Set the name under which the application is seen as a consumer.
		 * @param application the name; {@code application} if not set
		 * @return this builder
		 */
		public Builder application(String application) {
			Assert.hasText(application, "'application' must not be empty");
			this.application = application;
			return this;
		}

		/**
		 * Set what publishes the events of the containers.
		 * @param events the publication, or {@code null} to publish none
		 * @return this builder
		 */
		public Builder events(@Nullable DelayEventPublisher events) {
			this.events = events;
			return this;
		}

		/**
		 * Set where deliveries are observed.
		 * @param observations the registry; without handlers nothing is observed
		 * @return this builder
		 */
		public Builder observations(ObservationRegistry observations) {
			Assert.notNull(observations, "'observations' must not be null");
			this.observations = observations;
			return this;
		}

		/**
		 * Set how observed deliveries are named.
		 * @param processConvention the convention, or {@code null} for the default one
		 * @return this builder
		 */
		public Builder processConvention(@Nullable ProcessObservationConvention processConvention) {
			this.processConvention = processConvention;
			return this;
		}

		/**
		 * Set what measures the containers.
		 * @param metrics the metrics, or {@code null} to measure nothing
		 * @return this builder
		 */
		public Builder metrics(@Nullable ListenerMetrics metrics) {
			this.metrics = metrics;
			return this;
		}

		/**
		 * Make the options.
		 * @return the options
		 */
		public DelayListenerContainerOptions build() {
			return new DelayListenerContainerOptions(this);
		}

	}

}
