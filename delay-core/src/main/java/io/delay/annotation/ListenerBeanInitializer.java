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

package io.delay.annotation;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.delay.listener.InvalidListenerException;

/**
 * Creates beans that have listener methods and are not otherwise created at start-up,
 * because no other bean requests them: lazy beans, beans from factory beans, and scoped
 * proxies.
 */
final class ListenerBeanInitializer {

	private static final Log logger = LogFactory.getLog(ListenerBeanInitializer.class);

	private final ConfigurableListableBeanFactory beanFactory;

	ListenerBeanInitializer(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	void initialize() {
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
			Class<?> type = definition.isAbstract() ? null : listenerTypeMadeOnDemand(name, definition);
			if (type != null) {
				initialize(name, definition, type);
			}
		}
	}

	private @Nullable Class<?> listenerTypeMadeOnDemand(String name, BeanDefinition definition) {
		try {
			if (!definition.isSingleton() || definition.isLazyInit() || this.beanFactory.isFactoryBean(name)) {
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

	private void initialize(String name, BeanDefinition definition, Class<?> type) {
		if (definition.isSingleton()) {
			this.beanFactory.getBean(name);
		}
		else if (ScopedProxyUtils.isScopedTarget(name)) {
			this.beanFactory.getBean(ScopedProxyUtils.getOriginalBeanName(name));
		}
		else {
			throw noSingleton(name, type);
		}
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
