// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.util.LinkedHashSet;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

import io.delay.listener.InvalidListenerException;

/**
 * Creates beans that have listener methods and are not otherwise created at start-up,
 * because no other bean requests them: lazy beans, beans from factory beans, and scoped
 * proxies. Spring does not pass synthetic beans to post-processors, for instance the
 * scoped proxies of {@code @RefreshScope} beans of Spring Cloud, so they are passed on
 * here.
 */
final class ListenerBeanInitializer {

	private static final Log logger = LogFactory.getLog(ListenerBeanInitializer.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final BeanPostProcessor processor;

	ListenerBeanInitializer(ConfigurableListableBeanFactory beanFactory, BeanPostProcessor processor) {
		this.beanFactory = beanFactory;
		this.processor = processor;
	}

	void initialize() {
		Set<String> singletons = new LinkedHashSet<>();
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
			Class<?> type = definition.isAbstract() ? null : listenerTypeMadeOnDemand(name, definition);
			if (type != null) {
				singletons.add(singletonName(name, definition, type));
			}
		}
		singletons.forEach(this::initialize);
	}

	private @Nullable Class<?> listenerTypeMadeOnDemand(String name, BeanDefinition definition) {
		try {
			if (!definition.isSingleton() || definition.isLazyInit() || isSynthetic(definition)
					|| this.beanFactory.isFactoryBean(name)) {
				Class<?> type = this.beanFactory.getType(name, false);
				return (type != null && DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(type)) ? type
						: null;
			}
		}
		catch (RuntimeException | LinkageError ex) {
			// The class of an unused bean may be missing
			logger.debug("Could not determine the type of bean '" + name + "'", ex);
		}
		return null;
	}

	private static String singletonName(String name, BeanDefinition definition, Class<?> type) {
		if (definition.isSingleton()) {
			return name;
		}
		if (ScopedProxyUtils.isScopedTarget(name)) {
			return ScopedProxyUtils.getOriginalBeanName(name);
		}
		throw noSingleton(name, type);
	}

	private void initialize(String name) {
		Object bean = this.beanFactory.getBean(name);
		if (isSynthetic(this.beanFactory.getMergedBeanDefinition(name))) {
			this.processor.postProcessAfterInitialization(bean, name);
		}
	}

	private static boolean isSynthetic(BeanDefinition definition) {
		return definition instanceof AbstractBeanDefinition base && base.isSynthetic();
	}

	// A bean that is created for each use would register its listeners each time. With a
	// scoped proxy, the listeners are called through the proxy, which is a singleton.
	static InvalidListenerException noSingleton(String beanName, Class<?> type) {
		return new InvalidListenerException(
				"Bean '" + beanName + "' of type " + type.getName()
						+ " has @DelayListener methods but is not a singleton",
				"Make the bean a singleton, or declare its scope with a scoped proxy");
	}

}
