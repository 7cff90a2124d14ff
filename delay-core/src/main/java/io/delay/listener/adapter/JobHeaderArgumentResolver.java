// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.util.ClassUtils;

import io.delay.listener.UnprocessableJobException;

/**
 * Resolves a header. If a required header is missing, the job is unprocessable.
 */
final class JobHeaderArgumentResolver extends HeaderMethodArgumentResolver {

	JobHeaderArgumentResolver(ConversionService conversionService, @Nullable ConfigurableBeanFactory beanFactory) {
		super(conversionService, beanFactory);
	}

	// Returns null for a missing header of a primitive parameter, so that its default
	// argument in Kotlin applies. The inherited method returns false or throws an
	// exception
	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) throws Exception {
		return super.resolveArgument((parameter.getParameterType().isPrimitive() && parameter.isOptional())
				? new BoxedParameter(parameter) : parameter, message);
	}

	// The inherited method also looks in the header 'nativeHeaders', which it casts to a
	// map; in a job, a header of that name is a string
	@Override
	protected @Nullable Object resolveArgumentInternal(MethodParameter parameter, Message<?> message, String name) {
		return message.getHeaders().get(name);
	}

	@Override
	protected void handleMissingValue(String headerName, MethodParameter parameter, Message<?> message) {
		throw new UnprocessableJobException(
				"Missing header '" + headerName + "' for " + HandlerMethodJobHandler.describe(parameter));
	}

	private static final class BoxedParameter extends MethodParameter {

		BoxedParameter(MethodParameter primitive) {
			super(primitive);
		}

		@Override
		public Class<?> getParameterType() {
			return ClassUtils.resolvePrimitiveIfNecessary(super.getParameterType());
		}

		@Override
		public boolean isOptional() {
			return true;
		}

	}

}
