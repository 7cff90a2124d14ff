// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.util.Collection;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.Observation;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.autoconfigure.OnBackgroundThreadsCondition;
import io.delay.autoconfigure.OnDelayEnabledCondition;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.metrics.MicrometerJobMetrics;
import io.delay.observation.JobMetrics;
import io.delay.observation.ProcessObservationContext;
import io.delay.observation.SubmitObservationContext;
import io.delay.store.admin.JobStoreInspector;

/**
 * Auto-configuration for the meters of jobs, if there is a {@link MeterRegistry}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayAutoConfiguration.class,
		afterName = { "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, JobStoreInspector.class })
@ConditionalOnProperty(name = "delay.metrics.enabled", havingValue = "true", matchIfMissing = true)
@Conditional(OnDelayEnabledCondition.class)
public final class DelayMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(JobMetrics.class)
	MicrometerJobMetrics delayJobMetrics(MeterRegistry registry) {
		return new MicrometerJobMetrics(registry);
	}

	// Only the first handler that supports an observation receives it: those of the
	// application that have an order precede this one, and this one that of Spring Boot,
	// which has none
	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(DefaultMeterObservationHandler.class)
	@Order(Ordered.LOWEST_PRECEDENCE - 1000)
	JobMeterObservationHandler delayMeterObservationHandler(MeterRegistry registry) {
		return new JobMeterObservationHandler(registry);
	}

	// A child context needs its own gauges for its containers
	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	ContainerGauges delayContainerGauges(MeterRegistry registry, ApplicationContext context) {
		Collection<DelayListenerRegistry> registries = registriesOf(context);
		return new ContainerGauges(registry, () -> containers(registries));
	}

	private static List<DelayListenerContainer> containers(Collection<DelayListenerRegistry> registries) {
		return registries.stream().flatMap((listeners) -> listeners.containers().stream()).toList();
	}

	@Bean
	@ConditionalOnMissingBean
	TopicGauges delayTopicGauges(MeterRegistry registry, JobStoreInspector inspector, DelayProperties properties,
			ApplicationContext context) {
		Collection<DelayListenerRegistry> registries = registriesOf(context);
		return new TopicGauges(registry, inspector, () -> ListenerRegistries.topics(registries),
				properties.metrics().maxTopics());
	}

	private static Collection<DelayListenerRegistry> registriesOf(ApplicationContext context) {
		return context.getBeansOfType(DelayListenerRegistry.class).values();
	}

	// Refreshes only the gauges of this context, because closing the context must not
	// remove the gauges of its parent
	@Bean
	@Conditional(OnBackgroundThreadsCondition.class)
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	GaugeRefresh delayGaugeRefresh(DelayProperties properties, ApplicationContext context) {
		return new GaugeRefresh(properties.metrics().interval(),
				List.copyOf(context.getBeansOfType(BackgroundGauges.class).values()));
	}

	@Bean
	static LazyInitializationExcludeFilter delayGaugeRefreshLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(GaugeRefresh.class);
	}

	/**
	 * Records the timers of submits and deliveries without those in progress, which would
	 * cost about a third more for each job. {@code delay.container.workers.busy} reports
	 * the number of jobs in progress instead.
	 */
	static final class JobMeterObservationHandler extends DefaultMeterObservationHandler {

		JobMeterObservationHandler(MeterRegistry registry) {
			super(registry, IgnoredMeters.LONG_TASK_TIMER);
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof ProcessObservationContext || context instanceof SubmitObservationContext;
		}

	}

}
