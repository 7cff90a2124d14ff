// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.StringUtils;
import org.springframework.util.StringValueResolver;

import io.delay.job.JobRules;

/**
 * Reads the attributes of one annotation of a method.
 */
final class AttributeReader {

	static final ParameterNameDiscoverer PARAMETER_NAMES = new DefaultParameterNameDiscoverer();

	/** The name of the variable that contains the value that the method returned. */
	static final String RESULT = "result";

	private static final SpelExpressionParser PARSER = new SpelExpressionParser();

	private static final String REMEDY = "Correct the attribute, or the property that supplies its value";

	private final String place;

	private final Method method;

	private final StringValueResolver resolver;

	private final ExpressionCheck check;

	AttributeReader(String annotation, Method method, Class<?> type, StringValueResolver resolver) {
		this.place = annotation + " on method " + type.getName() + "#" + method.getName();
		this.method = method;
		this.resolver = resolver;
		this.check = new ExpressionCheck(method);
	}

	Method method() {
		return this.method;
	}

	String topic(String value) {
		String topic = text("topic", value);
		if (topic == null) {
			throw invalid("has no topic", "Set one: topic = \"...\"", null);
		}
		return read("topic", value, topic, JobRules::checkTopic);
	}

	<T> @Nullable T optional(String attribute, String value, Function<String, T> parser) {
		String text = text(attribute, value);
		return (text != null) ? read(attribute, value, text, parser) : null;
	}

	<T> T read(String attribute, String value, String resolved, Function<String, T> parser) {
		try {
			return parser.apply(resolved);
		}
		catch (IllegalArgumentException ex) {
			String origin = resolved.equals(value) ? "" : ", resolved from '" + value + "'";
			throw invalid(
					"has " + attribute + " '" + resolved + "'" + origin + ", which is invalid: " + ex.getMessage(),
					REMEDY, ex);
		}
	}

	// Returns null if the attribute is not set
	@Nullable String text(String attribute, String value) {
		if (value.isBlank()) {
			return null;
		}
		String text = resolve(attribute, value);
		if (!StringUtils.hasText(text)) {
			throw invalid("has " + attribute + " '" + value + "', whose value is empty", REMEDY, null);
		}
		return text.trim();
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

	@Nullable MethodExpression expression(String attribute, String value) {
		return value.isBlank() ? null : required(attribute, value);
	}

	MethodExpression required(String attribute, String text) {
		return required(attribute, text, "not a valid expression");
	}

	/**
	 * Read an expression.
	 * @param attribute the name of the attribute
	 * @param text the expression
	 * @param otherwise completes "which is" in the message if the text is not an
	 * expression
	 */
	MethodExpression required(String attribute, String text, String otherwise) {
		String problem = "has " + attribute + " '" + text + "', which is " + otherwise + ": ";
		try {
			SpelExpression expression = PARSER.parseRaw(text);
			this.check.check(expression.getAST());
			return new MethodExpression(attribute + " of " + this.place, expression);
		}
		catch (ParseException ex) {
			throw invalid(problem + ex.getSimpleMessage(), "Correct the expression", ex);
		}
		catch (ExpressionCheck.UnknownNameException ex) {
			throw invalid(problem + ex.getMessage(), ex.remedy(), null);
		}
	}

	InvalidSubmitMethodException invalid(String problem, String remedy, @Nullable Throwable cause) {
		return new InvalidSubmitMethodException(this.place + " " + problem, remedy, cause);
	}

}
