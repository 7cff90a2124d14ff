// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ObjectUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.StringValueResolver;

/**
 * Reads the attributes of one annotation of a method, and resolves placeholders and
 * expressions. If a value is invalid, the exception message contains the annotation, the
 * method, the attribute and the value. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class AttributeReader {

	private static final String REMEDY = "Correct the attribute, or the property that supplies its value";

	private final String place;

	private final StringValueResolver resolver;

	private final Failure failure;

	/**
	 * Create a reader.
	 * @param place the annotation and the method, for messages
	 * @param resolver resolves placeholders and expressions
	 * @param failure creates the exception for an invalid attribute
	 */
	public AttributeReader(String place, StringValueResolver resolver, Failure failure) {
		this.place = place;
		this.resolver = resolver;
		this.failure = failure;
	}

	/**
	 * Return a resolver of placeholders and expressions. The elements of a collection or
	 * an array are joined with commas.
	 */
	public static StringValueResolver resolver(BeanFactory beanFactory) {
		return (beanFactory instanceof ConfigurableBeanFactory factory) ? (text) -> resolve(text, factory)
				: (text) -> text;
	}

	private static @Nullable String resolve(String text, ConfigurableBeanFactory beanFactory) {
		String value = beanFactory.resolveEmbeddedValue(text);
		BeanExpressionResolver expressions = beanFactory.getBeanExpressionResolver();
		if (value == null || expressions == null) {
			return value;
		}
		Object result = expressions.evaluate(value, new BeanExpressionContext(beanFactory, null));
		if (result instanceof Collection<?> collection) {
			return StringUtils.collectionToCommaDelimitedString(collection);
		}
		return ObjectUtils.isArray(result) ? StringUtils.arrayToCommaDelimitedString(ObjectUtils.toObjectArray(result))
				: (result != null) ? result.toString() : null;
	}

	/**
	 * Return the annotations of a method, which replace those of a method that it
	 * overrides.
	 */
	public static <A extends Annotation> List<A> annotations(Method method, Class<A> type) {
		List<MergedAnnotation<A>> found = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.stream(type)
			.toList();
		return found.stream()
			.filter((annotation) -> annotation.getAggregateIndex() == found.get(0).getAggregateIndex())
			.map(MergedAnnotation::synthesize)
			.toList();
	}

	public String place() {
		return this.place;
	}

	/**
	 * Read an attribute.
	 * @param rule completes "which" in the message if the value is invalid
	 * @param parser parses the resolved text
	 * @return the value, {@code null} if the attribute is not set or its text is empty
	 */
	public <T> @Nullable T read(String attribute, String value, String rule, Function<String, T> parser) {
		if (value.isBlank()) {
			return null;
		}
		String text = resolve(attribute, value);
		if (!StringUtils.hasText(text)) {
			return null;
		}
		String resolved = text.trim();
		try {
			return parser.apply(resolved);
		}
		catch (RuntimeException ex) {
			String origin = resolved.equals(value) ? "" : ", resolved from '" + value + "'";
			String reason = (ex.getMessage() != null) ? ": " + ex.getMessage() : "";
			throw invalid("has " + attribute + " '" + resolved + "'" + origin + ", which " + rule + reason, REMEDY, ex);
		}
	}

	private @Nullable String resolve(String attribute, String value) {
		try {
			return this.resolver.resolveStringValue(value);
		}
		catch (RuntimeException ex) {
			throw invalid("has " + attribute + " '" + value + "', which cannot be resolved: " + ex.getMessage(), REMEDY,
					ex);
		}
	}

	public RuntimeException invalid(IllegalArgumentException ex) {
		return invalid("is not valid: " + ex.getMessage(), REMEDY, ex);
	}

	public RuntimeException invalid(String problem, String remedy, @Nullable Throwable cause) {
		return this.failure.create(this.place + " " + problem, remedy, cause);
	}

	// Creates an exception for an attribute that is set but has no text.
	RuntimeException empty(String attribute, String value) {
		return invalid("has " + attribute + " '" + value + "', whose value is empty", REMEDY, null);
	}

	/**
	 * Creates the exception for an invalid attribute.
	 */
	@FunctionalInterface
	public interface Failure {

		RuntimeException create(String problem, String remedy, @Nullable Throwable cause);

	}

}
