// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.util.Assert;
import org.springframework.validation.Validator;

import io.delay.converter.PayloadConverter;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
import io.delay.store.JobFailures;

/**
 * Creates handlers that call a method of a bean. Spring Messaging resolves the arguments:
 * {@code @Payload}, {@code @Header}, {@code @Headers}, {@code Message},
 * {@link JobContext} and, in failure handlers, {@link JobFailures}. A single parameter
 * without any of these receives the payload. The method can return a
 * {@link java.util.concurrent.CompletionStage} or a reactive type; the job is settled
 * when this result is complete.
 *
 * @since 0.1.0
 */
public final class HandlerMethodJobHandlerFactory {

	private final HandlerMethodArgumentResolverComposite resolvers = new HandlerMethodArgumentResolverComposite();

	private final ListenerMethodCheck check;

	private final PayloadParameterCheck payloadCheck;

	/**
	 * Create a factory.
	 * @param converter the converter that reads payloads
	 * @param validator the validator for payloads, or {@code null} if there is none
	 * @param beanFactory the bean factory that resolves placeholders in header names, or
	 * {@code null} for none
	 */
	public HandlerMethodJobHandlerFactory(PayloadConverter converter, @Nullable Validator validator,
			@Nullable ConfigurableBeanFactory beanFactory) {
		Assert.notNull(converter, "'converter' must not be null");
		this.check = new ListenerMethodCheck(validator, beanFactory);
		JobArgumentResolver resolver = new JobArgumentResolver(converter, validator, beanFactory);
		this.payloadCheck = new PayloadParameterCheck(resolver.exceptPayload(), converter);
		this.resolvers.addResolver(resolver);
	}

	/**
	 * Create a handler.
	 * @param bean the bean, possibly a proxy
	 * @param method the method of the target class
	 * @return the handler
	 * @throws InvalidListenerException if the method is asynchronous but does not return
	 * a result that completes when the work is done; if its payload must be validated but
	 * there is no validator; if it uses a payload expression; if several parameters could
	 * be the payload; if the type of the payload parameter does not determine how to read
	 * the payload; if it needs Jackson, which is missing; or if the method cannot be
	 * called through the proxy
	 */
	public JobHandler create(Object bean, Method method) {
		if (Arrays.asList(method.getParameterTypes()).contains(JobFailures.class)) {
			throw new InvalidListenerException(
					"Listener method " + method.getDeclaringClass().getSimpleName() + "#" + method.getName()
							+ " has a parameter of type JobFailures, which only failure handlers can have",
					"Remove the parameter");
		}
		return createFailureHandler(bean, method);
	}

	/**
	 * Create a handler of batches. The parameters of its method are lists, with one
	 * element for each job.
	 * @param bean the bean, possibly a proxy
	 * @param method the method of the target class
	 * @return the handler
	 * @throws InvalidListenerException if the method has no parameters or a parameter of
	 * a different kind, or as in {@link #create(Object, Method)}
	 */
	public BatchJobHandler createBatchHandler(Object bean, Method method) {
		HandlerMethodJobHandler handler = new HandlerMethodJobHandler(bean, method, this.resolvers);
		List<MethodParameter> elements = BatchMethodCheck.check(handler);
		this.check.check(handler, bean);
		this.payloadCheck.checkConverter(handler, elements);
		elements.forEach((element) -> this.check.checkValidator(handler, element));
		return new BatchMethodHandler(handler, elements, this.resolvers);
	}

	/**
	 * Create a failure handler, which can also have a parameter of type
	 * {@link JobFailures}.
	 * @param bean the bean, possibly a proxy
	 * @param method the method of the target class
	 * @return the handler
	 * @throws InvalidListenerException as in {@link #create(Object, Method)}
	 */
	public JobHandler createFailureHandler(Object bean, Method method) {
		HandlerMethodJobHandler handler = new HandlerMethodJobHandler(bean, method, this.resolvers);
		this.check.check(handler, bean);
		this.payloadCheck.check(handler);
		return handler;
	}

}
