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

package io.delay.listener.adapter;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

import io.delay.listener.InvalidListenerException;

/**
 * Rejects listener methods that would handle jobs differently from what their author
 * expects.
 */
final class ListenerMethodCheck {

	private final @Nullable Validator validator;

	private final @Nullable BeanFactory beanFactory;

	ListenerMethodCheck(@Nullable Validator validator, @Nullable BeanFactory beanFactory) {
		this.validator = validator;
		this.beanFactory = beanFactory;
	}

	/**
	 * Check a method.
	 * @param handler the handler that calls the method
	 * @param bean the bean, possibly a proxy
	 * @throws InvalidListenerException if the method is rejected
	 */
	void check(HandlerMethodJobHandler handler, Object bean) {
		checkSynchronous(handler, bean);
		for (MethodParameter parameter : handler.getMethodParameters()) {
			checkValidator(handler, parameter);
		}
	}

	private static void checkSynchronous(HandlerMethodJobHandler handler, Object bean) {
		// A job is acknowledged when its method returns, so the work must be done by then
		Method method = handler.getMethod();
		Class<?> type = method.getReturnType();
		String why = null;
		if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)
				|| Flow.Publisher.class.isAssignableFrom(type)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null) {
			why = "returns a " + type.getName();
		}
		else if (KotlinDetector.isSuspendingFunction(method)) {
			why = "is a suspending function";
		}
		else if (AnnotatedElementUtils.hasAnnotation(method, Async.class)) {
			why = "is @Async";
		}
		else if (AnnotatedElementUtils.hasAnnotation(AopProxyUtils.ultimateTargetClass(bean), Async.class)) {
			why = "belongs to a class that is @Async";
		}
		if (why != null) {
			throw new InvalidListenerException(
					"Listener method " + handler + " " + why
							+ ": its job would be acknowledged before the work is done",
					"Do the work before the method returns, for instance by waiting for the result");
		}
	}

	private void checkValidator(HandlerMethodJobHandler handler, MethodParameter parameter) {
		if (this.validator != null) {
			return;
		}
		for (Annotation annotation : parameter.getParameterAnnotations()) {
			if (ValidationAnnotationUtils.determineValidationHints(annotation) != null) {
				throw noValidator("Listener method " + handler + " has a parameter with @"
						+ annotation.annotationType().getSimpleName());
			}
		}
	}

	private InvalidListenerException noValidator(String parameter) {
		if (this.beanFactory instanceof ListableBeanFactory listable) {
			String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(listable, Validator.class);
			if (names.length > 1) {
				return new InvalidListenerException(parameter + ", but there are several Validator beans ["
						+ String.join(", ", names) + "] and none is primary", "Mark one as @Primary");
			}
		}
		return new InvalidListenerException(parameter + ", but there is no Validator bean",
				"Add one, for instance a LocalValidatorFactoryBean "
						+ "(with Spring Boot the dependency 'spring-boot-starter-validation')");
	}

}
