// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Type;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SmartMessageConverter;
import org.springframework.messaging.handler.annotation.support.MethodArgumentNotValidException;
import org.springframework.messaging.handler.annotation.support.PayloadMethodArgumentResolver;
import org.springframework.validation.BindingResult;
import org.springframework.validation.Validator;

import io.delay.converter.PayloadConverter;
import io.delay.listener.UnprocessableJobException;

/**
 * Resolves the payload and validates it. An empty payload is passed as an empty
 * {@code String} or {@code byte[]}. Exception messages never contain the payload.
 */
final class PayloadArgumentResolver extends PayloadMethodArgumentResolver {

	PayloadArgumentResolver(MessageConverter converter, @Nullable Validator validator) {
		super(converter, validator);
	}

	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) throws Exception {
		if (isEmptyPayload(message.getPayload())) {
			if (parameter.getParameterType() == String.class) {
				return "";
			}
			if (parameter.getParameterType() == byte[].class) {
				return message.getPayload();
			}
		}
		try {
			return super.resolveArgument(parameter, message);
		}
		catch (MethodArgumentNotValidException ex) {
			throw new UnprocessableJobException(
					"The payload is not a valid " + parameter.nestedIfOptional().getNestedParameterType().getName()
							+ ": " + (isEmptyPayload(message.getPayload()) ? "it is empty" : describe(ex)));
		}
	}

	private static String describe(MethodArgumentNotValidException ex) {
		BindingResult result = ex.getBindingResult();
		return (result != null) ? result.getAllErrors()
			.stream()
			.map(ValidationError::describe)
			.sorted()
			.collect(Collectors.joining("; ")) : "";
	}

	/**
	 * Makes Spring Messaging use a {@link PayloadConverter}, so that all payloads are
	 * converted in the same way.
	 */
	static final class Converter implements SmartMessageConverter {

		private final PayloadConverter converter;

		Converter(PayloadConverter converter) {
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

}
