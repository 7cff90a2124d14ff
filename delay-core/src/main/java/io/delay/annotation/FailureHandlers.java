// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringValueResolver;

import io.delay.job.JobDefaults;
import io.delay.job.JobRules;
import io.delay.listener.FailureHandler;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobHandler;

/**
 * The {@link DelayFailureHandler} methods of an application context, by topic. They are
 * added before the listeners of their topics.
 */
final class FailureHandlers {

	private static final String ANNOTATION = "@DelayFailureHandler";

	private final StringValueResolver resolver;

	private final BiFunction<Object, Method, JobHandler> handlers;

	private final Map<String, FailureHandler> byTopic = new HashMap<>();

	private final Map<String, Set<String>> topicsByBean = new HashMap<>();

	// The topics that have or had a listener.
	private final Set<String> used = new HashSet<>();

	// The names of the beans whose listeners are registered, by topic.
	private final Map<String, String> listenerBeans = new HashMap<>();

	FailureHandlers(StringValueResolver resolver, BiFunction<Object, Method, JobHandler> handlers) {
		this.resolver = resolver;
		this.handlers = handlers;
	}

	synchronized void add(String beanName, Object bean, Map<Method, DelayFailureHandler> methods) {
		methods.forEach((method, annotation) -> {
			ListenerAttributes attributes = new ListenerAttributes(ANNOTATION, beanName, method, this.resolver);
			FailureHandler handler = read(this.handlers.apply(bean, method), annotation, attributes);
			topics(annotation, attributes).forEach((topic) -> add(beanName, topic, handler));
		});
	}

	private void add(String beanName, String topic, FailureHandler handler) {
		if (this.listenerBeans.containsKey(topic)) {
			throw new InvalidListenerException(
					"Topic '" + topic + "' has the failure handler " + handler.handler()
							+ ", but its listener has started without it",
					"Create the bean of the failure handler at start-up, or declare both methods in the same bean");
		}
		FailureHandler other = this.byTopic.putIfAbsent(topic, handler);
		if (other != null) {
			throw new InvalidListenerException(
					"Topic '" + topic + "' has two failure handlers: " + other.handler() + " and " + handler.handler(),
					"An application can have only one failure handler per topic");
		}
		this.topicsByBean.computeIfAbsent(beanName, (name) -> new HashSet<>()).add(topic);
	}

	private static FailureHandler read(JobHandler handler, DelayFailureHandler annotation,
			ListenerAttributes attributes) {
		Integer maxAttempts = attributes.integer("maxAttempts", annotation.maxAttempts());
		Boolean thenDelete = attributes.flag("thenDelete", annotation.thenDelete());
		try {
			return new FailureHandler(handler, Objects.requireNonNullElse(maxAttempts, JobDefaults.MAX_ATTEMPTS),
					Boolean.TRUE.equals(thenDelete));
		}
		catch (IllegalArgumentException ex) {
			throw attributes.invalid(ex);
		}
	}

	private static List<String> topics(DelayFailureHandler annotation, ListenerAttributes attributes) {
		List<String> topics = attributes.topics(annotation.topic());
		try {
			topics.forEach(JobRules::checkTopic);
			return topics;
		}
		catch (IllegalArgumentException ex) {
			throw attributes.invalid(ex);
		}
	}

	// No failure handler can be added for the topic until the bean of the listener is
	// removed.
	synchronized @Nullable FailureHandler use(String beanName, String topic) {
		this.used.add(topic);
		this.listenerBeans.putIfAbsent(topic, beanName);
		return this.byTopic.get(topic);
	}

	// Must be called after the listeners of the same beans have been registered.
	synchronized void checkListeners() {
		this.byTopic.forEach((topic, handler) -> {
			if (!this.used.contains(topic)) {
				throw new InvalidListenerException(
						"Topic '" + topic + "' has the failure handler " + handler.handler() + " but no listener",
						"Add a method with @DelayListener(\"" + topic + "\"), in the same application context");
			}
		});
	}

	synchronized void remove(String beanName) {
		this.listenerBeans.values().removeIf(beanName::equals);
		Set<String> topics = this.topicsByBean.remove(beanName);
		if (topics != null) {
			topics.forEach(this.byTopic::remove);
		}
	}

}
