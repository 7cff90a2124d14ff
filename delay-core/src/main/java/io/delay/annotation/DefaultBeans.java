// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.util.Objects;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ApplicationEventPublisher;

import io.delay.admin.CurrentOperator;
import io.delay.admin.DelayAdmin;
import io.delay.admin.DelayAdminOperations;
import io.delay.admin.DelayAdminOptions;
import io.delay.admin.PausedTopicWatch;
import io.delay.converter.DefaultPayloadConverter;
import io.delay.converter.PayloadConverter;
import io.delay.job.JobDefaults;
import io.delay.listener.JobErrorHandler;
import io.delay.listener.JobInterceptor;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayOperations;
import io.delay.template.DelayTemplate;
import io.delay.template.DelayTemplateOptions;
import io.delay.template.SubmitObservations;

/**
 * Defines a default bean for each type of which the application has no bean. It runs
 * after all configuration classes, including auto-configurations, have been read, so that
 * their beans take precedence. Each static method creates the bean of its name.
 */
final class DefaultBeans implements BeanDefinitionRegistryPostProcessor {

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		// The types of beans are known only after all definitions are registered
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		define(beanFactory, "delayPayloadConverter", PayloadConverter.class);
		define(beanFactory, "delayEventPublisher", DelayEventPublisher.class);
		define(beanFactory, "delayListenerContainerFactory", DelayListenerContainerFactory.class);
		define(beanFactory, "delayListenerRegistry", DelayListenerRegistry.class);
		define(beanFactory, "delayTemplate", DelayOperations.class);
		if (hasAdministrator(beanFactory)) {
			define(beanFactory, "delayAdmin", DelayAdminOperations.class);
			define(beanFactory, "delayPausedTopicWatch", PausedTopicWatch.class);
		}
	}

	private static boolean hasAdministrator(ConfigurableListableBeanFactory beanFactory) {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, JobStoreAdministrator.class, true,
				false).length > 0;
	}

	private static void define(ConfigurableListableBeanFactory beanFactory, String name, Class<?> type) {
		if (beanFactory.getBeanNamesForType(type, true, false).length == 0) {
			RootBeanDefinition definition = new RootBeanDefinition(DefaultBeans.class);
			definition.setFactoryMethodName(name);
			definition.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
			((BeanDefinitionRegistry) beanFactory).registerBeanDefinition(name, definition);
		}
	}

	static PayloadConverter delayPayloadConverter(BeanFactory beanFactory) {
		try {
			return DefaultPayloadConverter.of(beanFactory);
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new IllegalStateException("There are several "
					+ Objects.requireNonNull(ex.getBeanType()).getSimpleName() + " beans " + ex.getBeanNamesFound()
					+ " and none is primary. Mark one as @Primary, or define a PayloadConverter bean", ex);
		}
	}

	static DelayEventPublisher delayEventPublisher(ApplicationEventPublisher publisher, JobStoreInspector inspector,
			PayloadConverter converter) {
		return new DelayEventPublisher(publisher, inspector, converter);
	}

	static DelayListenerContainerFactory delayListenerContainerFactory(JobStore store, DelayEventPublisher events,
			PayloadConverter converter, ObjectProvider<ObservationRegistry> observations,
			ObjectProvider<JobErrorHandler> errorHandlers, ObjectProvider<JobInterceptor> interceptors) {
		return new DelayListenerContainerFactory(store,
				DelayListenerContainerOptions.defaults()
					.withPayloads(converter, JobDefaults.MAX_PAYLOAD_SIZE)
					.withEvents(events)
					.withErrorHandlers(errorHandlers.orderedStream().toList())
					.withInterceptors(interceptors.orderedStream().toList())
					.withObservations(observations.getIfUnique(() -> ObservationRegistry.NOOP), null));
	}

	static DelayListenerRegistry delayListenerRegistry(DelayListenerContainerFactory factory) {
		return new DelayListenerRegistry(factory);
	}

	static DelayTemplate delayTemplate(JobStore store, JobStoreInspector inspector, PayloadConverter converter,
			ObjectProvider<ObservationRegistry> observations) {
		return new DelayTemplate(store, inspector, converter, DelayTemplateOptions.defaults()
			.withObservations(
					new SubmitObservations(observations.getIfUnique(() -> ObservationRegistry.NOOP), null, null)));
	}

	static DelayAdmin delayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator,
			DelayEventPublisher events, ObjectProvider<CurrentOperator> currentOperator) {
		return new DelayAdmin(store, inspector, administrator,
				DelayAdminOptions.defaults()
					.withCurrentOperator(currentOperator.getIfAvailable(CurrentOperator::unknown))
					.withEvents(events::publish));
	}

	// The registry is injected as a provider. If this bean depended on the registry,
	// Spring would stop both together and would not wait until the registry has stopped
	static PausedTopicWatch delayPausedTopicWatch(JobStoreInspector inspector,
			ObjectProvider<DelayListenerRegistry> registry) {
		return new PausedTopicWatch(inspector, () -> registry.getObject().topics(),
				(id) -> registry.getObject().hasConsumer(id));
	}

}
