// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

import io.delay.listener.InvalidListenerException;
import io.delay.listener.adapter.AsyncResultAdapter.CoroutineResultAdapter;

/**
 * Rejects listener methods that would handle jobs differently from what their author
 * expects.
 */
final class ListenerMethodCheck {

	private static final Library COROUTINES_REACTOR = new Library("kotlinx.coroutines.reactor.MonoKt",
			"org.jetbrains.kotlinx:kotlinx-coroutines-reactor");

	private static final Library KOTLIN_REFLECT = new Library("kotlin.reflect.full.KCallables",
			"org.jetbrains.kotlin:kotlin-reflect");

	private final @Nullable Validator validator;

	private final @Nullable BeanFactory beanFactory;

	ListenerMethodCheck(@Nullable Validator validator, @Nullable BeanFactory beanFactory) {
		this.validator = validator;
		this.beanFactory = beanFactory;
	}

	void check(HandlerMethodJobHandler handler, Object bean) {
		checkReturnType(handler, bean);
		for (MethodParameter parameter : handler.getMethodParameters()) {
			checkValidator(handler, parameter);
		}
	}

	private static void checkReturnType(HandlerMethodJobHandler handler, Object bean) {
		Method method = handler.getMethod();
		Class<?> type = handler.resultType();
		// A job is acknowledged when its method returns, unless the method returns a
		// result that completes when the work is done
		if (handler.isSuspending()) {
			checkCoroutines(handler);
			// Spring does not wait for a result that such a function returns
			Class<?> returned = new MethodParameter(method, -1).getParameterType();
			if (Future.class.isAssignableFrom(returned) || CompletionStage.class.isAssignableFrom(returned)
					|| CoroutineResultAdapter.supports(returned)) {
				throw new InvalidListenerException(
						"Listener method " + handler + " is a suspending function and returns a " + returned.getName()
								+ ": its job would be acknowledged before the work is done",
						"Await the result in the function, or remove 'suspend'");
			}
			return;
		}
		// The proxy of an @Async method does not resolve type variables
		if (method.getReturnType() != CompletableFuture.class) {
			if (AnnotatedElementUtils.hasAnnotation(method, Async.class)) {
				throw tooEarly(handler, "is @Async");
			}
			if (AnnotatedElementUtils.hasAnnotation(AopProxyUtils.ultimateTargetClass(bean), Async.class)) {
				throw tooEarly(handler, "belongs to a class that is @Async");
			}
		}
		if (handler.isAsync()) {
			return;
		}
		if (Future.class.isAssignableFrom(type)) {
			throw tooEarly(handler, "returns a " + type.getName());
		}
		if (Flow.Publisher.class.isAssignableFrom(type)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null) {
			throw new InvalidListenerException(
					"Listener method " + handler + " returns a " + type.getName()
							+ ", which requires 'io.projectreactor:reactor-core'",
					"Add this dependency, or return a CompletableFuture");
		}
	}

	private static void checkCoroutines(HandlerMethodJobHandler handler) {
		ClassLoader classLoader = ListenerMethodCheck.class.getClassLoader();
		String missing = Stream.of(COROUTINES_REACTOR, KOTLIN_REFLECT)
			.filter((library) -> !ClassUtils.isPresent(library.className(), classLoader))
			.map((library) -> "'" + library.artifact() + "'")
			.collect(Collectors.joining(" and "));
		if (!missing.isEmpty()) {
			throw new InvalidListenerException(
					"Listener method " + handler + " is a suspending function, which requires " + missing,
					"Add this to the dependencies, or remove 'suspend' from the function");
		}
	}

	private static InvalidListenerException tooEarly(HandlerMethodJobHandler handler, String why) {
		return new InvalidListenerException(
				"Listener method " + handler + " " + why + ": its job would be acknowledged before the work is done",
				"Return a CompletableFuture, or do the work before the method returns");
	}

	void checkValidator(HandlerMethodJobHandler handler, MethodParameter parameter) {
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

	/**
	 * A library that suspending functions need, and one of its classes.
	 */
	private record Library(String className, String artifact) {

	}

}
