// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
import io.delay.listener.watch.ContainerInstrumentation;
import io.delay.listener.watch.DelayEventPublisher;
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
public final class DelayListenerContainerOptions implements Cloneable {

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

	// The fields are set only in a copy that no other object has yet
	private ListenerSettings defaults = ListenerSettings.defaults();

	private Map<String, ListenerSettings> topicSettings = Map.of();

	private WorkerExecutorFactory executorFactory = WorkerExecutorFactory.platformThreads();

	private Duration shutdownTimeout = DEFAULT_SHUTDOWN_TIMEOUT;

	private Duration lookAhead = DEFAULT_LOOK_AHEAD;

	private @Nullable String host;

	private DataSize stackTraceSize = DEFAULT_STACK_TRACE_SIZE;

	private PayloadWriter payloads = PayloadWriter.simple();

	private String application = "application";

	private List<JobErrorHandler> errorHandlers = List.of();

	private List<JobInterceptor> interceptors = List.of();

	private Supplier<@Nullable SettlementTransactions> transactions = () -> null;

	private ContainerInstrumentation.Options instrumentation = new ContainerInstrumentation.Options(null,
			ObservationRegistry.NOOP, null, null);

	// The class loader of the thread that sets up the application, because the thread
	// that starts a container may have a different one
	private final @Nullable ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();

	private DelayListenerContainerOptions() {
	}

	/**
	 * Return the default options: platform threads, a shutdown timeout of 20 s, the name
	 * of this host, and no events, observations or metrics.
	 * @return the options
	 */
	public static DelayListenerContainerOptions defaults() {
		return new DelayListenerContainerOptions();
	}

	/**
	 * Return a copy of these options with different general defaults of listeners.
	 * @param defaults the settings; missing values are taken from
	 * {@link ListenerSettings#defaults()}
	 * @return the options
	 */
	public DelayListenerContainerOptions withDefaults(ListenerSettings defaults) {
		Assert.notNull(defaults, "'defaults' must not be null");
		return with((options) -> options.defaults = defaults);
	}

	/**
	 * Return a copy of these options with different settings of individual topics.
	 * @param topicSettings the settings by topic
	 * @return the options
	 */
	public DelayListenerContainerOptions withTopicSettings(Map<String, ListenerSettings> topicSettings) {
		Assert.notNull(topicSettings, "'topicSettings' must not be null");
		return with((options) -> options.topicSettings = Map.copyOf(topicSettings));
	}

	/**
	 * Return a copy of these options with a different factory of the executors that run
	 * handlers.
	 * @param executorFactory the factory
	 * @return the options
	 */
	public DelayListenerContainerOptions withExecutorFactory(WorkerExecutorFactory executorFactory) {
		Assert.notNull(executorFactory, "'executorFactory' must not be null");
		return with((options) -> options.executorFactory = executorFactory);
	}

	/**
	 * Return a copy of these options with a different time that a stop waits for running
	 * handlers before it interrupts them. The stop takes up to 2 s longer than that, plus
	 * the time for closing the executor.
	 * @param shutdownTimeout the timeout, zero or longer
	 * @return the options
	 */
	public DelayListenerContainerOptions withShutdownTimeout(Duration shutdownTimeout) {
		Assert.notNull(shutdownTimeout, "'shutdownTimeout' must not be null");
		Assert.isTrue(!shutdownTimeout.isNegative(),
				() -> "Shutdown timeout " + shutdownTimeout + " must not be negative");
		return with((options) -> options.shutdownTimeout = shutdownTimeout);
	}

	/**
	 * Return a copy of these options with a different look-ahead, the time by which jobs
	 * may be reserved before they are due. Free workers then start them on time by the
	 * local clock, and one call reserves all jobs that are due within this time.
	 * @param lookAhead the time in whole milliseconds, zero to
	 * {@link LookAhead#MAX_WINDOW}; zero reserves no job before it is due, which is
	 * necessary if the clocks of the store and of this system do not run at the same
	 * speed
	 * @return the options
	 */
	public DelayListenerContainerOptions withLookAhead(Duration lookAhead) {
		Duration window = new LookAhead(lookAhead, 1).window();
		return with((options) -> options.lookAhead = window);
	}

	/**
	 * Return a copy of these options with a different host name, which is recorded in
	 * lease tokens and failures.
	 * @param host the host name
	 * @return the options
	 */
	public DelayListenerContainerOptions withHost(String host) {
		Assert.hasText(host, "'host' must not be empty");
		return with((options) -> options.host = host);
	}

	/**
	 * Return a copy of these options with a different maximum size of the stack traces
	 * that are stored with failed jobs.
	 * @param stackTraceSize the size in UTF-8, zero for no stack traces, at most
	 * {@value FailureReason#MAX_STACK_TRACE_BYTES} bytes
	 * @return the options
	 */
	public DelayListenerContainerOptions withStackTraceSize(DataSize stackTraceSize) {
		Assert.notNull(stackTraceSize, "'stackTraceSize' must not be null");
		Assert.isTrue(!stackTraceSize.isNegative() && stackTraceSize.toBytes() <= FailureReason.MAX_STACK_TRACE_BYTES,
				() -> "Stack trace size " + stackTraceSize + " must be zero to " + FailureReason.MAX_STACK_TRACE_BYTES
						+ " bytes");
		return with((options) -> options.stackTraceSize = stackTraceSize);
	}

	/**
	 * Return a copy of these options with a different way to write the payloads of
	 * resubmitted jobs.
	 * @param converter the converter; the default writes strings and bytes only
	 * @param maxSize the maximum size of a payload
	 * @return the options
	 */
	public DelayListenerContainerOptions withPayloads(PayloadConverter converter, DataSize maxSize) {
		PayloadWriter payloads = new PayloadWriter(converter, maxSize);
		return with((options) -> options.payloads = payloads);
	}

	/**
	 * Return a copy of these options with a different application name, which is listed
	 * with the consumers of this application.
	 * @param application the name; the default is {@code application}
	 * @return the options
	 */
	public DelayListenerContainerOptions withApplication(String application) {
		Assert.hasText(application, "'application' must not be empty");
		return with((options) -> options.application = application);
	}

	/**
	 * Return a copy of these options with different error handlers, which decide about
	 * jobs whose handlers throw exceptions.
	 * @param errorHandlers the error handlers, in the order in which they are called
	 * @return the options
	 */
	public DelayListenerContainerOptions withErrorHandlers(List<JobErrorHandler> errorHandlers) {
		return with((options) -> options.errorHandlers = List.copyOf(errorHandlers));
	}

	/**
	 * Return a copy of these options with different interceptors, which run around all
	 * handlers.
	 * @param interceptors the interceptors, the outermost first
	 * @return the options
	 */
	public DelayListenerContainerOptions withInterceptors(List<JobInterceptor> interceptors) {
		return with((options) -> options.interceptors = List.copyOf(interceptors));
	}

	/**
	 * Return a copy of these options with different transactions of handlers that are
	 * transactional.
	 * @param transactions returns the transactions of the store, or {@code null} if the
	 * store has none; called only if a listener is transactional
	 * @return the options
	 */
	public DelayListenerContainerOptions withTransactions(Supplier<@Nullable SettlementTransactions> transactions) {
		Assert.notNull(transactions, "'transactions' must not be null");
		return with((options) -> options.transactions = transactions);
	}

	/**
	 * Return a copy of these options with a different publisher of container events.
	 * @param events the publisher, or {@code null} to publish no events
	 * @return the options
	 */
	public DelayListenerContainerOptions withEvents(@Nullable DelayEventPublisher events) {
		return with((options) -> options.instrumentation = new ContainerInstrumentation.Options(events,
				this.instrumentation.registry(), this.instrumentation.convention(), this.instrumentation.metrics()));
	}

	/**
	 * Return a copy of these options with different observations of deliveries.
	 * @param registry the registry; without observation handlers, deliveries are not
	 * observed
	 * @param convention names the observations, or {@code null} for the default
	 * @return the options
	 */
	public DelayListenerContainerOptions withObservations(ObservationRegistry registry,
			@Nullable ProcessObservationConvention convention) {
		Assert.notNull(registry, "'registry' must not be null");
		return with((options) -> options.instrumentation = new ContainerInstrumentation.Options(
				this.instrumentation.events(), registry, convention, this.instrumentation.metrics()));
	}

	/**
	 * Return a copy of these options with different metrics of the containers.
	 * @param metrics the metrics, or {@code null} for none
	 * @return the options
	 */
	public DelayListenerContainerOptions withMetrics(@Nullable JobMetrics metrics) {
		return with((options) -> options.instrumentation = new ContainerInstrumentation.Options(
				this.instrumentation.events(), this.instrumentation.registry(), this.instrumentation.convention(),
				metrics));
	}

	private DelayListenerContainerOptions with(Consumer<DelayListenerContainerOptions> change) {
		try {
			DelayListenerContainerOptions copy = (DelayListenerContainerOptions) clone();
			change.accept(copy);
			return copy;
		}
		catch (CloneNotSupportedException ex) {
			throw new IllegalStateException(ex);
		}
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
		return (this.host != null) ? this.host : HostName.resolve();
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

	ContainerInstrumentation.Options instrumentation() {
		return this.instrumentation;
	}

}
