// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import org.springframework.util.StringValueResolver;

import io.delay.job.JobRules;
import io.delay.job.RateLimit;
import io.delay.listener.InvalidListenerException;

/**
 * Reads the attributes of one annotated method and resolves placeholders and expressions.
 * If a value is invalid, the exception message contains the bean, the method, the
 * attribute and the value.
 */
final class AttributeReader {

	private static final String REMEDY = "Correct the attribute, or the property that supplies its value";

	private final String annotation;

	private final String place;

	private final StringValueResolver resolver;

	AttributeReader(String annotation, String beanName, Method method, StringValueResolver resolver) {
		this.annotation = annotation;
		this.place = annotation + " method " + method.getDeclaringClass().getSimpleName() + "#" + method.getName()
				+ " of bean '" + beanName + "'";
		this.resolver = resolver;
	}

	/**
	 * Read the topics. Each value can name several topics.
	 * @param values the values of the attribute
	 * @return the topics, at least one
	 */
	List<String> topics(String[] values) {
		List<String> topics = Arrays.stream(values)
			.map((value) -> Objects.requireNonNullElse(text("topic", value), ""))
			.flatMap((text) -> Arrays.stream(text.split(",", -1)))
			.map(String::trim)
			.toList();
		if (topics.isEmpty() || topics.contains("")) {
			throw new InvalidListenerException(this.place + " has no topic",
					"Set one: " + this.annotation + "(\"...\")");
		}
		return topics;
	}

	@Nullable String text(String attribute, String value) {
		return read(attribute, value, "be resolvable", (text) -> text);
	}

	@Nullable Duration duration(String attribute, String value) {
		return read(attribute, value, "be a duration with a unit, such as 500ms, 30s or PT30S",
				JobRules::parseDuration);
	}

	@Nullable Integer integer(String attribute, String value) {
		return read(attribute, value, "be a whole number", Integer::valueOf);
	}

	@Nullable RateLimit rateLimit(String attribute, String value) {
		return read(attribute, value, "be a rate such as 100/s, 10/m or 1/h", RateLimit::of);
	}

	@Nullable Double decimal(String attribute, String value) {
		return read(attribute, value, "be a number", Double::valueOf);
	}

	@Nullable Boolean flag(String attribute, String value) {
		return read(attribute, value, "be true or false", (text) -> switch (text.toLowerCase(Locale.ROOT)) {
			case "true" -> true;
			case "false" -> false;
			default -> throw new IllegalArgumentException("Neither true nor false");
		});
	}

	<E extends Enum<E>> @Nullable E choice(String attribute, String value, Class<E> type) {
		List<String> names = Arrays.stream(type.getEnumConstants())
			.map((constant) -> constant.name().toLowerCase(Locale.ROOT))
			.toList();
		return read(attribute, value, "be one of " + String.join(", ", names),
				(text) -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)));
	}

	/**
	 * Create an exception for attributes that are invalid in combination.
	 * @param ex the exception that describes the problem
	 * @return the exception to throw
	 */
	InvalidListenerException invalid(IllegalArgumentException ex) {
		return new InvalidListenerException(this.place + " is not valid: " + ex.getMessage(), REMEDY, ex);
	}

	private <T> @Nullable T read(String attribute, String value, String rule, Function<String, T> parser) {
		if (value.isEmpty()) {
			return null;
		}
		String resolved = value;
		try {
			String text = this.resolver.resolveStringValue(value);
			if (!StringUtils.hasText(text)) {
				return null;
			}
			resolved = text.trim();
			return parser.apply(resolved);
		}
		catch (RuntimeException ex) {
			String origin = resolved.equals(value) ? "" : ", resolved from '" + value + "'";
			throw new InvalidListenerException(this.place + " has " + attribute + " '" + resolved + "'" + origin
					+ ", which must " + rule + ((resolved.equals(value)) ? ": " + ex.getMessage() : ""), REMEDY, ex);
		}
	}

}
