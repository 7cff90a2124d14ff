// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.metadata.ConstraintDescriptor;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SmartMessageConverter;
import org.springframework.messaging.handler.annotation.support.MethodArgumentNotValidException;
import org.springframework.messaging.handler.annotation.support.PayloadMethodArgumentResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.validation.BindingResult;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
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

	/**
	 * Describes a validation error by the path and the constraint, both of which come
	 * from the code. Messages of validators are used only if they are constant, because
	 * other messages may contain the rejected value.
	 */
	private static final class ValidationError {

		private static final boolean BEAN_VALIDATION = ClassUtils.isPresent("jakarta.validation.ConstraintViolation",
				ValidationError.class.getClassLoader());

		// Matches the keys of maps: the text from the first bracket that does not enclose
		// a list index to the last bracket.
		private static final Pattern KEYS = Pattern.compile("\\[(?!\\d{1,5}]).*]", Pattern.DOTALL);

		private ValidationError() {
		}

		static String describe(ObjectError error) {
			String path = (error instanceof FieldError field) ? KEYS.matcher(field.getField()).replaceFirst("[*]") + " "
					: "";
			if (BEAN_VALIDATION && error.contains(ConstraintViolation.class)) {
				return path + "violates " + Constraint.describe(error);
			}
			return path + ((error.getCode() != null) ? "violates '" + error.getCode() + "'" : "is not valid");
		}

		/**
		 * A separate class, because it can be loaded only if Bean Validation is present.
		 */
		private static final class Constraint {

			static String describe(ObjectError error) {
				ConstraintDescriptor<?> constraint = error.unwrap(ConstraintViolation.class).getConstraintDescriptor();
				String type = "@" + constraint.getAnnotation().annotationType().getSimpleName();
				Map<String, Object> attributes = new TreeMap<>(constraint.getAttributes());
				attributes.keySet().removeIf((name) -> isDefault(constraint, name));
				String message = constraint.getMessageTemplate();
				attributes.remove("message");
				attributes.remove("groups");
				attributes.remove("payload");
				return type
						+ (attributes.isEmpty() ? ""
								: attributes.entrySet()
									.stream()
									.map((attribute) -> attribute.getKey() + "="
											+ ObjectUtils.nullSafeToString(attribute.getValue()))
									.collect(Collectors.joining(", ", "(", ")")))
						+ (isConstant(message) ? ": " + message : "");
			}

			private static boolean isDefault(ConstraintDescriptor<?> constraint, String attribute) {
				return ObjectUtils.nullSafeEquals(constraint.getAttributes().get(attribute),
						AnnotationUtils.getDefaultValue(constraint.getAnnotation(), attribute));
			}

			// A message with parameters or expressions may contain the rejected value
			private static boolean isConstant(String message) {
				return message.indexOf('{') < 0 && message.indexOf('$') < 0;
			}

		}

	}

}
