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
import org.springframework.util.StringValueResolver;

import io.delay.job.JobRules;
import io.delay.job.RateLimit;
import io.delay.listener.InvalidListenerException;
import io.delay.submit.AttributeReader;

/**
 * The attributes of one annotation of a listener or failure handler.
 */
final class ListenerAttributes {

	private final String annotation;

	private final AttributeReader reader;

	ListenerAttributes(String annotation, String beanName, Method method, StringValueResolver resolver) {
		this.annotation = annotation;
		this.reader = new AttributeReader(annotation + " method " + method.getDeclaringClass().getSimpleName() + "#"
				+ method.getName() + " of bean '" + beanName + "'", resolver, InvalidListenerException::new);
	}

	// Each value can name several topics. Returns at least one.
	List<String> topics(String[] values) {
		List<String> topics = Arrays.stream(values)
			.map((value) -> Objects.requireNonNullElse(text("topic", value), ""))
			.flatMap((text) -> Arrays.stream(text.split(",", -1)))
			.map(String::trim)
			.toList();
		if (topics.isEmpty() || topics.contains("")) {
			throw this.reader.invalid("has no topic", "Set one: " + this.annotation + "(\"...\")", null);
		}
		return topics;
	}

	@Nullable String text(String attribute, String value) {
		return this.reader.read(attribute, value, "must be resolvable", Function.identity());
	}

	@Nullable Duration duration(String attribute, String value) {
		return this.reader.read(attribute, value, "must be a duration with a unit, such as 500ms, 30s or PT30S",
				JobRules::parseDuration);
	}

	@Nullable Integer integer(String attribute, String value) {
		return this.reader.read(attribute, value, "must be a whole number", Integer::valueOf);
	}

	@Nullable RateLimit rateLimit(String attribute, String value) {
		return this.reader.read(attribute, value, "must be a rate such as 100/s, 10/m or 1/h", RateLimit::of);
	}

	@Nullable Double decimal(String attribute, String value) {
		return this.reader.read(attribute, value, "must be a number", Double::valueOf);
	}

	@Nullable Boolean flag(String attribute, String value) {
		return this.reader.read(attribute, value, "must be true or false",
				(text) -> switch (text.toLowerCase(Locale.ROOT)) {
					case "true" -> true;
					case "false" -> false;
					default -> throw new IllegalArgumentException();
				});
	}

	<E extends Enum<E>> @Nullable E choice(String attribute, String value, Class<E> type) {
		List<E> choices = List.of(type.getEnumConstants());
		List<String> names = choices.stream().map((choice) -> choice.name().toLowerCase(Locale.ROOT)).toList();
		return this.reader.read(attribute, value, "must be one of " + String.join(", ", names),
				(text) -> choices.stream()
					.filter((choice) -> choice.name().equalsIgnoreCase(text))
					.findFirst()
					.orElseThrow(IllegalArgumentException::new));
	}

	RuntimeException invalid(IllegalArgumentException ex) {
		return this.reader.invalid(ex);
	}

}
