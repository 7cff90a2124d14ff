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

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.EmbeddedValueResolverAware;
import org.springframework.util.StringValueResolver;
import org.springframework.validation.Validator;

import io.delay.converter.PayloadConverter;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.DelayListenerRegistry;
import io.delay.listener.HandlerMethodJobHandlerFactory;
import io.delay.listener.InvalidListenerException;

/**
 * Finds the methods with {@link DelayListener} and registers them: those of the beans
 * made at start-up, to which it adds lazy ones, once all of these are there, those of
 * later beans at once.
 *
 * @since 0.1.0
 */
public final class DelayListenerAnnotationBeanPostProcessor
		implements BeanPostProcessor, SmartInitializingSingleton, BeanFactoryAware, EmbeddedValueResolverAware {

	/**
	 * The name of the bean, so that it is defined once whoever defines it.
	 */
	public static final String BEAN_NAME = "io.delay.annotation.listenerAnnotationProcessor";

	private final Set<Class<?>> typesWithout = ConcurrentHashMap.newKeySet();

	private final List<AnnotatedMethod> collected = new ArrayList<>();

	private StringValueResolver resolver = (value) -> value;

	private @Nullable BeanFactory beanFactory;

	private @Nullable HandlerMethodJobHandlerFactory handlerFactory;

	private boolean ready;

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public void setEmbeddedValueResolver(StringValueResolver resolver) {
		this.resolver = resolver;
	}

	/**
	 * Whether a type has listener methods, so that its beans must not be initialized
	 * lazily.
	 * @param type the type
	 * @return {@code true} if so
	 */
	public static boolean hasListenerMethods(Class<?> type) {
		return !ListenerMethods.of(type).isEmpty();
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		if (this.typesWithout.contains(type) || ScopedProxyUtils.isScopedTarget(beanName)) {
			return bean;
		}
		Map<Method, List<DelayListener>> methods = ListenerMethods.of(type);
		if (methods.isEmpty()) {
			this.typesWithout.add(type);
			return bean;
		}
		if (beanFactory().containsBean(beanName) && !beanFactory().isSingleton(beanName)) {
			throw ListenerBeanInitializer.noSingleton(beanName, type);
		}
		methods.forEach((method, annotations) -> annotations
			.forEach((annotation) -> add(new AnnotatedMethod(bean, beanName, method, annotation))));
		return bean;
	}

	private synchronized void add(AnnotatedMethod method) {
		if (this.ready) {
			register(method);
		}
		else {
			this.collected.add(method);
		}
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (beanFactory() instanceof ConfigurableListableBeanFactory factory) {
			new ListenerBeanInitializer(factory).initialize();
		}
		synchronized (this) {
			this.ready = true;
			this.collected.forEach(this::register);
			this.collected.clear();
		}
	}

	private void register(AnnotatedMethod annotated) {
		AttributeReader attributes = new AttributeReader(annotated.beanName(), annotated.method(), this.resolver);
		DelayListenerEndpoint endpoint = new EndpointReader(annotated.annotation(), attributes)
			.read(handlerFactory().create(annotated.bean(), annotated.method()));
		checkParents(endpoint);
		beanFactory().getBean(DelayListenerRegistry.class).register(endpoint);
	}

	// A child context has a registry of its own, so that its listeners end with it
	private void checkParents(DelayListenerEndpoint endpoint) {
		BeanFactory parent = parentOf(beanFactory());
		while (parent != null) {
			DelayListenerRegistry registry = parent.getBeanProvider(DelayListenerRegistry.class).getIfUnique();
			if (registry != null && registry.topics().contains(endpoint.topic())) {
				throw new InvalidListenerException(
						"Topic '" + endpoint.topic() + "' has two listeners: " + endpoint
								+ " and one in a parent of the application context",
						"One application has one listener per topic: define the bean in one of the contexts");
			}
			parent = parentOf(parent);
		}
	}

	private static @Nullable BeanFactory parentOf(BeanFactory beanFactory) {
		return (beanFactory instanceof HierarchicalBeanFactory hierarchical) ? hierarchical.getParentBeanFactory()
				: null;
	}

	private HandlerMethodJobHandlerFactory handlerFactory() {
		HandlerMethodJobHandlerFactory factory = this.handlerFactory;
		if (factory == null) {
			factory = new HandlerMethodJobHandlerFactory(beanFactory().getBean(PayloadConverter.class),
					beanFactory().getBeanProvider(Validator.class).getIfUnique(),
					(beanFactory() instanceof ConfigurableBeanFactory configurable) ? configurable : null);
			this.handlerFactory = factory;
		}
		return factory;
	}

	private BeanFactory beanFactory() {
		if (this.beanFactory == null) {
			throw new IllegalStateException("The bean factory is not set");
		}
		return this.beanFactory;
	}

	/**
	 * A listener method that was found.
	 */
	private record AnnotatedMethod(Object bean, String beanName, Method method, DelayListener annotation) {

	}

}
