// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.system.JavaVersion;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.delay.annotation.DelayListener;
import io.delay.annotation.DelayListenerAnnotationBeanPostProcessor;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.converter.PayloadConverter;
import io.delay.listener.JobErrorHandler;
import io.delay.listener.JobInterceptor;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.store.JobStore;
import io.delay.store.SettlementTransactions;
import io.delay.store.admin.JobStoreInspector;

/**
 * Configuration for methods with {@link DelayListener}.
 */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

	private static final Log logger = LogFactory.getLog(ListenerConfiguration.class);

	private static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);

	/**
	 * The minimum time that listeners need after the shutdown timeout to stop their
	 * handlers.
	 */
	private static final Duration MIN_GRACE = Duration.ofSeconds(2);

	@Bean
	@ConditionalOnMissingBean
	WorkerExecutorFactory delayWorkerExecutorFactory(Environment environment) {
		return isVirtual(environment) ? WorkerExecutorFactory.virtualThreads()
				: WorkerExecutorFactory.platformThreads();
	}

	// Boot's Threading is in different packages in Spring Boot 3 and Spring Boot 4
	private static boolean isVirtual(Environment environment) {
		return environment.getProperty("spring.threads.virtual.enabled", boolean.class, false)
				&& JavaVersion.getJavaVersion().isEqualOrNewerThan(JavaVersion.TWENTY_ONE);
	}

	@Bean
	@ConditionalOnMissingBean
	DelayEventPublisher delayEventPublisher(ApplicationEventPublisher publisher, JobStoreInspector inspector,
			PayloadConverter converter) {
		return new DelayEventPublisher(publisher, inspector, converter);
	}

	@Bean
	@ConditionalOnMissingBean
	DelayListenerContainerFactory delayListenerContainerFactory(JobStore store, DelayProperties properties,
			WorkerExecutorFactory executorFactory, DelayEventPublisher events, PayloadConverter converter,
			ObservationComponents observation, ApplicationContext context) {
		Environment environment = context.getEnvironment();
		checkShutdownTimeout(properties.listener().shutdownTimeout(), environment);
		return new DelayListenerContainerFactory(store,
				DelayListenerContainerOptions.defaults()
					.withDefaults(properties.listenerDefaults())
					.withTopicSettings(properties.listenerSettings())
					.withExecutorFactory(executorFactory)
					.withShutdownTimeout(properties.listener().shutdownTimeout())
					.withLookAhead(properties.listener().lookAhead())
					.withStackTraceSize(properties.failed().stackTraceSize())
					.withPayloads(converter, properties.job().maxPayloadSize())
					.withApplication(ApplicationName.of(environment))
					.withErrorHandlers(context.getBeanProvider(JobErrorHandler.class).orderedStream().toList())
					.withTransactions(() -> context.getBeanProvider(SettlementTransactions.class).getIfAvailable())
					.withInterceptors(context.getBeanProvider(JobInterceptor.class).orderedStream().toList())
					.withEvents(events)
					.withObservations(observation.registry(), observation.processConvention())
					.withMetrics(observation.metrics()));
	}

	// Spring would continue the shutdown and close connections before listeners have
	// stopped
	private static void checkShutdownTimeout(Duration timeout, Environment environment) {
		Duration phase = Binder.get(environment).bind(PHASE_TIMEOUT, Duration.class).orElse(DEFAULT_PHASE_TIMEOUT);
		if (timeout.compareTo(phase.minus(MIN_GRACE)) > 0) {
			logger.warn("delay.listener.shutdown-timeout is " + timeout.toMillis() + " ms, which is too long for "
					+ PHASE_TIMEOUT + " of " + phase.toMillis()
					+ " ms: connections close while handlers are still running. "
					+ "Make the shutdown timeout at least 5 s shorter");
		}
	}

	// A child context needs its own registry, so that its listeners stop when the context
	// closes
	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	DelayListenerRegistry delayListenerRegistry(DelayListenerContainerFactory factory) {
		return new DelayListenerRegistry(factory);
	}

	// A post-processor handles only the beans of its own context
	@Bean(DelayListenerAnnotationBeanPostProcessor.BEAN_NAME)
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	static DelayListenerAnnotationBeanPostProcessor delayListenerAnnotationBeanPostProcessor() {
		return new DelayListenerAnnotationBeanPostProcessor();
	}

	@Bean
	TopicSettingsCheck delayTopicSettingsCheck(DelayProperties properties, ApplicationContext context) {
		return new TopicSettingsCheck(properties.topics(), context);
	}

	@Bean
	static LazyInitializationExcludeFilter delayListenerLazyInitializationExcludeFilter() {
		return (beanName, beanDefinition, beanType) -> DelayListenerRegistry.class.isAssignableFrom(beanType)
				|| DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(beanType);
	}

}
