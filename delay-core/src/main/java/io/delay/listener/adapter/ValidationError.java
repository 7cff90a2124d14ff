// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.metadata.ConstraintDescriptor;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;

/**
 * Describes a validation error by the path and the constraint, both of which come from
 * the code. Messages of validators are used only if they are constant, because other
 * messages may contain the rejected value.
 */
final class ValidationError {

	private static final boolean BEAN_VALIDATION = ClassUtils.isPresent("jakarta.validation.ConstraintViolation",
			ValidationError.class.getClassLoader());

	/**
	 * Matches the keys of maps: the text from the first bracket that does not enclose a
	 * list index to the last bracket.
	 */
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

	/** A separate class, because it can be loaded only if Bean Validation is present. */
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
