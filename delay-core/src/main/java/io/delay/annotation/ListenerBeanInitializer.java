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
 * Makes the beans with listener methods that nobody makes at start-up, for nobody ever
 * asks for a listener: lazy ones, those of factory beans, and scoped proxies.
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
			// A bean that nobody uses may be of a class that is not there
			logger.debug("The type of bean '" + name + "' cannot be looked at", ex);
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

	// A bean that is made anew for each use would register its listeners each time. One
	// with a scoped proxy is called through the proxy, which is a singleton.
	static InvalidListenerException noSingleton(String beanName, Class<?> type) {
		return new InvalidListenerException(
				"Bean '" + beanName + "' of type " + type.getName() + " has @DelayListener methods and is no singleton",
				"Make it one, or give its scope a scoped proxy");
	}

}
