// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;

import io.delay.admin.DelayAdmin;
import io.delay.admin.DelayAdminOperations;
import io.delay.admin.PausedTopicWatch;
import io.delay.converter.PayloadConverter;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.template.DelayOperations;
import io.delay.template.DelayTemplate;

/**
 * Defines a default bean for each type of which the application has no bean. It runs
 * after all configuration classes, including auto-configurations, have been read, so that
 * their beans take precedence.
 */
final class DefaultBeansRegistrar implements BeanDefinitionRegistryPostProcessor {

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		// The types of beans are known only after all definitions are registered
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		BeanDefinitionRegistry registry = (BeanDefinitionRegistry) beanFactory;
		define(registry, beanFactory, "delayPayloadConverter", PayloadConverter.class, PayloadConverter.class);
		define(registry, beanFactory, "delayEventPublisher", DelayEventPublisher.class, DelayEventPublisher.class);
		define(registry, beanFactory, "delayListenerContainerFactory", DelayListenerContainerFactory.class,
				DelayListenerContainerFactory.class);
		define(registry, beanFactory, "delayListenerRegistry", DelayListenerRegistry.class,
				DelayListenerRegistry.class);
		define(registry, beanFactory, "delayTemplate", DelayTemplate.class, DelayOperations.class);
		if (hasAdministrator(beanFactory)) {
			define(registry, beanFactory, "delayAdmin", DelayAdmin.class, DelayAdminOperations.class);
			define(registry, beanFactory, "delayPausedTopicWatch", PausedTopicWatch.class, PausedTopicWatch.class);
		}
	}

	private static boolean hasAdministrator(ConfigurableListableBeanFactory beanFactory) {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, JobStoreAdministrator.class, true,
				false).length > 0;
	}

	private static void define(BeanDefinitionRegistry registry, ConfigurableListableBeanFactory beanFactory,
			String name, Class<?> type, Class<?> unless) {
		// The bean is created by the DefaultBeans method of the same name
		if (beanFactory.getBeanNamesForType(unless, true, false).length == 0) {
			RootBeanDefinition definition = new RootBeanDefinition(DefaultBeans.class);
			definition.setTargetType(type);
			definition.setFactoryMethodName(name);
			definition.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
			registry.registerBeanDefinition(name, definition);
		}
	}

}
