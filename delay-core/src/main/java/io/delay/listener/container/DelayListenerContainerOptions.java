// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.delay.converter.PayloadConverter;
import io.delay.converter.PayloadWriter;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobErrorHandler;
import io.delay.listener.JobInterceptor;
import io.delay.listener.ListenerSettings;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.listener.watch.InstrumentationOptions;
import io.delay.observation.JobMetrics;
import io.delay.observation.ProcessObservationConvention;
import io.delay.store.FailureReason;
import io.delay.store.HostName;
import io.delay.store.LookAhead;
import io.delay.store.SettlementTransactions;

/**
 * Options for {@link DelayListenerContainerFactory}.
 *
 * @since 0.1.0
 */
public final class DelayListenerContainerOptions {

	/**
	 * The default shutdown timeout.
	 */
	public static final Duration DEFAULT_SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

	/**
	 * How long before their due time jobs may be reserved by default.
	 */
	public static final Duration DEFAULT_LOOK_AHEAD = Duration.ofMillis(20);

	/**
	 * The default maximum size of the stack traces that are stored with failed jobs.
	 */
	public static final DataSize DEFAULT_STACK_TRACE_SIZE = DataSize.ofKilobytes(4);

	private final ListenerSettings defaults;

	private final Map<String, ListenerSettings> topicSettings;

	private final WorkerExecutorFactory executorFactory;

	private final Duration shutdownTimeout;

	private final Duration lookAhead;

	private final String host;

	private final DataSize stackTraceSize;

	private final PayloadWriter payloads;

	private final String application;

	private final List<JobErrorHandler> errorHandlers;

	private final List<JobInterceptor> interceptors;

	private final Supplier<@Nullable SettlementTransactions> transactions;

	private final InstrumentationOptions instrumentation;

	// The class loader of the thread that sets up the application, because the thread
	// that starts a container may have a different one
	private final @Nullable ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();

	private DelayListenerContainerOptions(Builder builder) {
		this.defaults = builder.defaults;
		this.topicSettings = builder.topicSettings;
		this.executorFactory = builder.executorFactory;
		this.shutdownTimeout = builder.shutdownTimeout;
		this.lookAhead = builder.lookAhead;
		this.host = (builder.host != null) ? builder.host : HostName.resolve();
		this.stackTraceSize = builder.stackTraceSize;
		this.payloads = builder.payloads;
		this.application = builder.application;
		this.errorHandlers = builder.errorHandlers;
		this.interceptors = builder.interceptors;
		this.transactions = builder.transactions;
		this.instrumentation = new InstrumentationOptions(builder.events, builder.observations,
				builder.processConvention, builder.metrics);
	}

	/**
	 * Create a builder with the defaults: platform threads, a shutdown timeout of 20 s,
	 * the name of this host, and no events, observations or metrics.
	 * @return a builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	ContainerSettings settingsOf(DelayListenerEndpoint endpoint) {
		ListenerSettings ofTopic = this.topicSettings.getOrDefault(endpoint.topic(), ListenerSettings.none());
		ListenerSettings own = ofTopic.over(endpoint.settings());
		return ContainerSettings.of(own.over(this.defaults)).check(endpoint, own);
	}

	WorkerExecutorFactory executorFactory() {
		return this.executorFactory;
	}

	Duration shutdownTimeout() {
		return this.shutdownTimeout;
	}

	Duration lookAhead() {
		return this.lookAhead;
	}

	@Nullable ClassLoader contextClassLoader() {
		return this.contextClassLoader;
	}

	String host() {
		return this.host;
	}

	DataSize stackTraceSize() {
		return this.stackTraceSize;
	}

	PayloadWriter payloads() {
		return this.payloads;
	}

	String application() {
		return this.application;
	}

	List<JobErrorHandler> errorHandlers() {
		return this.errorHandlers;
	}

	List<JobInterceptor> interceptors() {
		return this.interceptors;
	}

	/**
	 * Return the transactions for the listener of an endpoint that is transactional.
	 * @param endpoint the listener, for the message
	 * @throws InvalidListenerException if the store has none
	 */
	SettlementTransactions transactions(DelayListenerEndpoint endpoint) {
		SettlementTransactions available = this.transactions.get();
		if (available == null) {
			throw new InvalidListenerException(
					"Listener " + endpoint + " for topic '" + endpoint.topic()
							+ "' is transactional, but the store of its jobs is not in a relational database",
					"Set delay.store.type=jdbc, or remove 'transactional'");
		}
		return available;
	}

	InstrumentationOptions instrumentation() {
		return this.instrumentation;
	}

	/**
	 * Builder for {@link DelayListenerContainerOptions}.
	 */
	public static final class Builder {

		private ListenerSettings defaults = ListenerSettings.defaults();

		private Map<String, ListenerSettings> topicSettings = Map.of();

		private WorkerExecutorFactory executorFactory = WorkerExecutorFactory.platformThreads();

		private Duration shutdownTimeout = DEFAULT_SHUTDOWN_TIMEOUT;

		private Duration lookAhead = DEFAULT_LOOK_AHEAD;

		private List<JobErrorHandler> errorHandlers = List.of();

		private List<JobInterceptor> interceptors = List.of();

		private Supplier<@Nullable SettlementTransactions> transactions = () -> null;

		private @Nullable String host;

		private DataSize stackTraceSize = DEFAULT_STACK_TRACE_SIZE;

		private PayloadWriter payloads = PayloadWriter.simple();

		private String application = "application";

		private @Nullable DelayEventPublisher events;

		private ObservationRegistry observations = ObservationRegistry.NOOP;

		private @Nullable ProcessObservationConvention processConvention;

		private @Nullable JobMetrics metrics;

		private Builder() {
		}

		/**
		 * Set the general defaults of listeners.
		 * @param defaults the settings; missing values are taken from
		 * {@link ListenerSettings#defaults()}
		 * @return this builder
		 */
		public Builder defaults(ListenerSettings defaults) {
			Assert.notNull(defaults, "'defaults' must not be null");
			this.defaults = defaults;
			return this;
		}

		/**
		 * Set the settings that apply to individual topics.
		 * @return this builder
		 */
		public Builder topicSettings(Map<String, ListenerSettings> topicSettings) {
			Assert.notNull(topicSettings, "'topicSettings' must not be null");
			this.topicSettings = Map.copyOf(topicSettings);
			return this;
		}

		/**
		 * Set the factory of the executors that run handlers.
		 * @return this builder
		 */
		public Builder executorFactory(WorkerExecutorFactory executorFactory) {
			Assert.notNull(executorFactory, "'executorFactory' must not be null");
			this.executorFactory = executorFactory;
			return this;
		}

		/**
		 * Set how long a stop waits for running handlers before it interrupts them. The
		 * stop takes up to 2 s longer than that, plus the time for closing the executor.
		 * @param shutdownTimeout the timeout, zero or longer
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
		 * Set how long before their due time jobs may be reserved. Free workers then
		 * start them on time by the local clock, and one call reserves all jobs that are
		 * due within this time.
		 * @param lookAhead the time in whole milliseconds, zero to
		 * {@link LookAhead#MAX_WINDOW}; zero reserves no job before it is due, which is
		 * necessary if the clocks of the store and of this system do not run at the same
		 * speed
		 * @return this builder
		 */
		public Builder lookAhead(Duration lookAhead) {
			Assert.notNull(lookAhead, "'lookAhead' must not be null");
			this.lookAhead = new LookAhead(lookAhead, 1).window();
			return this;
		}

		/**
		 * Set the host name that is recorded in lease tokens and failures.
		 * @param host the host name
		 * @return this builder
		 */
		public Builder host(String host) {
			Assert.hasText(host, "'host' must not be empty");
			this.host = host;
			return this;
		}

		/**
		 * Set the maximum size of the stack traces that are stored with failed jobs.
		 * @param stackTraceSize the size in UTF-8, zero for no stack traces, at most
		 * {@value FailureReason#MAX_STACK_TRACE_BYTES} bytes
		 * @return this builder
		 */
		public Builder stackTraceSize(DataSize stackTraceSize) {
			Assert.notNull(stackTraceSize, "'stackTraceSize' must not be null");
			Assert.isTrue(
					!stackTraceSize.isNegative() && stackTraceSize.toBytes() <= FailureReason.MAX_STACK_TRACE_BYTES,
					() -> "Stack trace size " + stackTraceSize + " must be zero to "
							+ FailureReason.MAX_STACK_TRACE_BYTES + " bytes");
			this.stackTraceSize = stackTraceSize;
			return this;
		}

		/**
		 * Set how the payloads of resubmitted jobs are written.
		 * @param converter the converter; the default writes strings and bytes only
		 * @param maxSize the maximum size of a payload
		 * @return this builder
		 */
		public Builder payloads(PayloadConverter converter, DataSize maxSize) {
			this.payloads = new PayloadWriter(converter, maxSize);
			return this;
		}

		/**
		 * Set the application name that is listed with the consumers of this application.
		 * @param application the name; the default is {@code application}
		 * @return this builder
		 */
		public Builder application(String application) {
			Assert.hasText(application, "'application' must not be empty");
			this.application = application;
			return this;
		}

		/**
		 * Set the error handlers, which decide about jobs whose handlers throw
		 * exceptions.
		 * @param errorHandlers the error handlers, in the order in which they are called
		 * @return this builder
		 */
		public Builder errorHandlers(List<JobErrorHandler> errorHandlers) {
			this.errorHandlers = List.copyOf(errorHandlers);
			return this;
		}

		/**
		 * Set the interceptors, which run around all handlers.
		 * @param interceptors the interceptors, the outermost first
		 * @return this builder
		 */
		public Builder interceptors(List<JobInterceptor> interceptors) {
			this.interceptors = List.copyOf(interceptors);
			return this;
		}

		/**
		 * Set the transactions of handlers that are transactional.
		 * @param transactions returns the transactions of the store, or {@code null} if
		 * the store has none; called only if a listener is transactional
		 * @return this builder
		 */
		public Builder transactions(Supplier<@Nullable SettlementTransactions> transactions) {
			Assert.notNull(transactions, "'transactions' must not be null");
			this.transactions = transactions;
			return this;
		}

		/**
		 * Set the publisher of container events.
		 * @param events the publisher, or {@code null} to publish no events
		 * @return this builder
		 */
		public Builder events(@Nullable DelayEventPublisher events) {
			this.events = events;
			return this;
		}

		/**
		 * Set the registry for observations of deliveries.
		 * @param observations the registry; without observation handlers, deliveries are
		 * not observed
		 * @return this builder
		 */
		public Builder observations(ObservationRegistry observations) {
			Assert.notNull(observations, "'observations' must not be null");
			this.observations = observations;
			return this;
		}

		/**
		 * Set the convention that names the observations of deliveries.
		 * @param processConvention the convention, or {@code null} for the default
		 * @return this builder
		 */
		public Builder processConvention(@Nullable ProcessObservationConvention processConvention) {
			this.processConvention = processConvention;
			return this;
		}

		/**
		 * Set the metrics of the containers.
		 * @param metrics the metrics, or {@code null} for none
		 * @return this builder
		 */
		public Builder metrics(@Nullable JobMetrics metrics) {
			this.metrics = metrics;
			return this;
		}

		/**
		 * Create the options.
		 * @return the options
		 */
		public DelayListenerContainerOptions build() {
			return new DelayListenerContainerOptions(this);
		}

	}

}
