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

package io.delay.listener;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.HeadersMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

import io.delay.converter.PayloadConverter;

/**
 * Makes handlers that call a method of a bean, with arguments resolved by Spring
 * Messaging: {@code @Payload}, {@code @Header}, {@code @Headers}, {@code Message} and
 * {@link JobContext}; a parameter of any other type takes the payload.
 *
 * @since 0.1.0
 */
public final class HandlerMethodJobHandlerFactory {

	private final HandlerMethodArgumentResolverComposite resolvers = new HandlerMethodArgumentResolverComposite();

	private final @Nullable Validator validator;

	private final @Nullable ConfigurableBeanFactory beanFactory;

	/**
	 * Create a factory.
	 * @param converter reads payloads
	 * @param validator validates payloads, or {@code null} if there is none
	 * @param beanFactory resolves placeholders in header names, or {@code null} for none
	 */
	public HandlerMethodJobHandlerFactory(PayloadConverter converter, @Nullable Validator validator,
			@Nullable ConfigurableBeanFactory beanFactory) {
		Assert.notNull(converter, "'converter' must not be null");
		this.validator = validator;
		this.beanFactory = beanFactory;
		PayloadMessageConverter messageConverter = new PayloadMessageConverter(converter);
		this.resolvers
			.addResolver(new HeaderMethodArgumentResolver(new DefaultFormattingConversionService(), beanFactory));
		this.resolvers.addResolver(new HeadersMethodArgumentResolver());
		this.resolvers.addResolver(new JobContextArgumentResolver());
		this.resolvers.addResolver(new JobMessageArgumentResolver(messageConverter));
		this.resolvers.addResolver(new JobPayloadArgumentResolver(messageConverter, validator));
	}

	/**
	 * Make a handler.
	 * @param bean the bean, maybe a proxy
	 * @param method the method of its target class
	 * @return the handler
	 * @throws IllegalStateException if the method does its work after it has returned,
	 * wants its payload validated and there is no validator, or wants an expression of
	 * its payload
	 */
	public JobHandler create(Object bean, Method method) {
		HandlerMethodJobHandler handler = new HandlerMethodJobHandler(bean, method, this.resolvers);
		checkSynchronous(handler, bean, method);
		for (MethodParameter parameter : handler.getMethodParameters()) {
			checkValidator(handler, parameter);
			checkExpression(handler, parameter);
		}
		return handler;
	}

	private static void checkSynchronous(HandlerMethodJobHandler handler, Object bean, Method method) {
		// A job is acknowledged when its method returns, so its work must be done by then
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
			throw new IllegalStateException("Listener method " + handler + " " + why
					+ ": its job would be acknowledged before the work is done. Do the work before the method "
					+ "returns, for instance by waiting for the result");
		}
	}

	private void checkValidator(HandlerMethodJobHandler handler, MethodParameter parameter) {
		if (this.validator != null) {
			return;
		}
		for (Annotation annotation : parameter.getParameterAnnotations()) {
			if (ValidationAnnotationUtils.determineValidationHints(annotation) != null) {
				throw new IllegalStateException("Listener method " + handler + " has a parameter with @"
						+ annotation.annotationType().getSimpleName() + ", but " + whyNoValidator());
			}
		}
	}

	private String whyNoValidator() {
		if (this.beanFactory instanceof ListableBeanFactory listable) {
			String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(listable, Validator.class);
			if (names.length > 1) {
				return "there are several Validator beans [" + String.join(", ", names)
						+ "] and none is primary. Mark one as @Primary";
			}
		}
		return "there is no Validator bean. Add one, for instance a LocalValidatorFactoryBean "
				+ "(with Spring Boot the dependency 'spring-boot-starter-validation')";
	}

	private static void checkExpression(HandlerMethodJobHandler handler, MethodParameter parameter) {
		Payload payload = parameter.getParameterAnnotation(Payload.class);
		if (payload != null && StringUtils.hasText(payload.expression())) {
			throw new IllegalStateException("Listener method " + handler + " has a parameter with @Payload(\""
					+ payload.expression() + "\"). Expressions are not supported: take the whole payload and "
					+ "pick from it in the method");
		}
	}

}
