// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.support.MethodArgumentNotValidException;
import org.springframework.messaging.handler.annotation.support.PayloadMethodArgumentResolver;
import org.springframework.validation.BindingResult;
import org.springframework.validation.Validator;

import io.delay.listener.UnprocessableJobException;

/**
 * Resolves the payload and validates it. An empty payload is passed as an empty
 * {@code String} or {@code byte[]}. Exception messages never contain the payload.
 */
final class JobPayloadArgumentResolver extends PayloadMethodArgumentResolver {

	JobPayloadArgumentResolver(MessageConverter converter, @Nullable Validator validator) {
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

}
