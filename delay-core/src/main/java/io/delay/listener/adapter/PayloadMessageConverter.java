// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.SmartMessageConverter;

import io.delay.converter.PayloadConverter;

/**
 * Makes Spring Messaging use a {@link PayloadConverter}, so that all payloads are
 * converted in the same way.
 */
final class PayloadMessageConverter implements SmartMessageConverter {

	private final PayloadConverter converter;

	PayloadMessageConverter(PayloadConverter converter) {
		this.converter = converter;
	}

	@Override
	public Object fromMessage(Message<?> message, Class<?> targetClass) {
		return fromMessage(message, targetClass, null);
	}

	@Override
	public Object fromMessage(Message<?> message, Class<?> targetClass, @Nullable Object conversionHint) {
		return this.converter.read((byte[]) message.getPayload(), targetType(targetClass, conversionHint));
	}

	private static Type targetType(Class<?> targetClass, @Nullable Object conversionHint) {
		// The generic type of the parameter, resolved as in Spring's own converters
		if (conversionHint instanceof MethodParameter hint) {
			MethodParameter parameter = hint.nestedIfOptional();
			if (Message.class.isAssignableFrom(parameter.getParameterType())) {
				parameter = parameter.nested();
			}
			return GenericTypeResolver.resolveType(parameter.getNestedGenericParameterType(),
					parameter.getContainingClass());
		}
		return targetClass;
	}

	@Override
	public @Nullable Message<?> toMessage(Object payload, @Nullable MessageHeaders headers) {
		return null;
	}

	@Override
	public @Nullable Message<?> toMessage(Object payload, @Nullable MessageHeaders headers,
			@Nullable Object conversionHint) {
		return null;
	}

}
