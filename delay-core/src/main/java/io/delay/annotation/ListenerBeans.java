// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.StringValueResolver;
import org.springframework.validation.Validator;

import io.delay.converter.PayloadConverter;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobHandler;
import io.delay.listener.adapter.HandlerMethodJobHandlerFactory;
import io.delay.listener.container.DelayListenerRegistry;

/**
 * Registers the listeners of beans. The listeners of all beans that are created at
 * start-up are registered once these beans exist; listeners of beans that are created
 * later are registered immediately. Listeners are deregistered when their bean is
 * destroyed.
 */
final class ListenerBeans {

	private final BeanFactory beanFactory;

	private final StringValueResolver resolver;

	private final List<ListenerBean> collected = new ArrayList<>();

	private final Map<String, List<Registration>> registered = new HashMap<>();

	private final FailureHandlers failureHandlers;

	private @Nullable HandlerMethodJobHandlerFactory handlerFactory;

	private boolean ready;

	ListenerBeans(BeanFactory beanFactory, StringValueResolver resolver) {
		this.beanFactory = beanFactory;
		this.resolver = resolver;
		this.failureHandlers = new FailureHandlers(resolver,
				(bean, method) -> handlerFactory().createFailureHandler(bean, method));
	}

	void add(ListenerBean bean) {
		synchronized (this) {
			if (!this.ready) {
				this.collected.add(bean);
				return;
			}
		}
		try {
			this.failureHandlers.add(bean.name(), bean.instance(), bean.methods().failureHandlers());
			register(bean);
			this.failureHandlers.checkListeners();
		}
		catch (RuntimeException | Error ex) {
			remove(bean.name());
			throw ex;
		}
	}

	void registerCollected() {
		List<ListenerBean> beans;
		synchronized (this) {
			this.ready = true;
			beans = List.copyOf(this.collected);
			this.collected.clear();
		}
		beans.forEach(
				(bean) -> this.failureHandlers.add(bean.name(), bean.instance(), bean.methods().failureHandlers()));
		beans.forEach(this::register);
		this.failureHandlers.checkListeners();
	}

	// Deregisters the listeners of a bean, and waits until their containers have stopped.
	// Does nothing if the bean has no listeners.
	void remove(String name) {
		List<Registration> registrations;
		synchronized (this) {
			this.collected.removeIf((bean) -> bean.name().equals(name));
			registrations = this.registered.remove(name);
		}
		this.failureHandlers.remove(name);
		// Outside the lock, because deregistering may wait for a handler whose thread
		// creates a bean
		if (registrations != null) {
			registrations.forEach(Registration::end);
		}
	}

	private void register(ListenerBean bean) {
		bean.methods().listeners().forEach((method, annotations) -> {
			ListenerAttributes attributes = new ListenerAttributes("@DelayListener", bean.name(), method,
					this.resolver);
			annotations.stream()
				.map((annotation) -> new EndpointReader(annotation, attributes))
				.forEach((reader) -> reader.read(handler(bean, method, reader.isBatch()))
					.forEach((endpoint) -> register(bean,
							endpoint.withFailureHandler(this.failureHandlers.use(bean.name(), endpoint.topic())))));
		});
	}

	private JobHandler handler(ListenerBean bean, Method method, boolean batch) {
		return batch ? handlerFactory().createBatchHandler(bean.instance(), method)
				: handlerFactory().create(bean.instance(), method);
	}

	private void register(ListenerBean bean, DelayListenerEndpoint endpoint) {
		checkParents(endpoint);
		DelayListenerRegistry registry = this.beanFactory.getBean(DelayListenerRegistry.class);
		Registration registration = new Registration(registry, endpoint);
		// Record the registration first, so that it can be ended if the bean is destroyed
		// in the meantime
		synchronized (this) {
			this.registered.computeIfAbsent(bean.name(), (name) -> new ArrayList<>()).add(registration);
		}
		try {
			registry.register(endpoint);
		}
		catch (RuntimeException | Error ex) {
			forget(bean.name(), registration);
			throw ex;
		}
		if (!isRecorded(bean.name(), registration)) {
			registration.end();
		}
	}

	private synchronized void forget(String name, Registration registration) {
		List<Registration> registrations = this.registered.get(name);
		if (registrations != null && registrations.remove(registration) && registrations.isEmpty()) {
			this.registered.remove(name);
		}
	}

	private synchronized boolean isRecorded(String name, Registration registration) {
		return this.registered.getOrDefault(name, List.of()).contains(registration);
	}

	// Each context has its own registry, which does not detect listeners of parent
	// contexts
	private void checkParents(DelayListenerEndpoint endpoint) {
		BeanFactory parent = parentOf(this.beanFactory);
		while (parent != null) {
			DelayListenerRegistry registry = parent.getBeanProvider(DelayListenerRegistry.class).getIfUnique();
			if (registry != null && registry.topics().contains(endpoint.topic())) {
				throw new InvalidListenerException(
						"Topic '" + endpoint.topic() + "' has two listeners: " + endpoint
								+ " and one in a parent of the application context",
						"An application can have only one listener per topic: define the bean in only one of the contexts");
			}
			parent = parentOf(parent);
		}
	}

	private static @Nullable BeanFactory parentOf(BeanFactory beanFactory) {
		return (beanFactory instanceof HierarchicalBeanFactory hierarchical) ? hierarchical.getParentBeanFactory()
				: null;
	}

	private synchronized HandlerMethodJobHandlerFactory handlerFactory() {
		HandlerMethodJobHandlerFactory factory = this.handlerFactory;
		if (factory == null) {
			factory = new HandlerMethodJobHandlerFactory(this.beanFactory.getBean(PayloadConverter.class),
					this.beanFactory.getBeanProvider(Validator.class).getIfUnique(),
					(this.beanFactory instanceof ConfigurableBeanFactory configurable) ? configurable : null);
			this.handlerFactory = factory;
		}
		return factory;
	}

	record ListenerBean(String name, Object instance, ListenerMethods methods) {

	}

	/**
	 * The registration of a listener. It holds the registry, because a closing context no
	 * longer creates beans.
	 */
	private record Registration(DelayListenerRegistry registry, DelayListenerEndpoint endpoint) {

		// If this listener was rejected because its id is in use, the listener that uses
		// the id must stay registered
		void end() {
			if (this.registry.containers().stream().anyMatch((container) -> container.endpoint() == this.endpoint)) {
				this.registry.deregister(this.endpoint.id());
			}
		}

	}

}
