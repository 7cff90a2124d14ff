// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringValueResolver;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobRules;
import io.delay.submit.MethodOperations.Attribute;
import io.delay.submit.MethodOperations.MethodExpression;

/**
 * Reads a {@link DelaySubmit} or {@link DelayCancel} annotation of a method.
 */
final class OperationReader {

	private static final SpelExpressionParser PARSER = new SpelExpressionParser();

	private final AttributeReader attributes;

	private final Method method;

	private final ExpressionCheck check;

	OperationReader(String annotation, Method method, Class<?> type, StringValueResolver resolver) {
		this.attributes = new AttributeReader(annotation + " on method " + type.getName() + "#" + method.getName(),
				resolver, InvalidSubmitMethodException::new);
		this.method = method;
		this.check = new ExpressionCheck(method);
	}

	MethodOperations.Cancel read(DelayCancel annotation) {
		String topic = topic(annotation.topic());
		if (annotation.id().isBlank()) {
			throw invalid("has no id", "Set an expression for the id of the job to cancel");
		}
		return new MethodOperations.Cancel(topic, required("id", annotation.id()),
				expression("condition", annotation.condition()));
	}

	MethodOperations.Submit read(DelaySubmit annotation) {
		if (annotation.id().isBlank() && annotation.onConflict() != ConflictPolicy.KEEP) {
			throw invalid(
					"has onConflict " + annotation.onConflict()
							+ " but no id, and a generated id cannot conflict with an existing job",
					"Set the id, or remove onConflict");
		}
		String topic = topic(annotation.topic());
		MethodExpression id = expression("id", annotation.id());
		MethodExpression payload = required("payload", payload(annotation));
		List<Attribute> attributes = new ArrayList<>();
		attributes.add((job, call) -> job.payload(payload.evaluate(call)));
		if (id != null) {
			attributes.add((job, call) -> job.id(id.evaluate(call).toString()));
		}
		attributes.add(dueTime(annotation));
		attributes.add((job, call) -> job.onConflict(annotation.onConflict()).priority(annotation.priority()));
		MethodExpression condition = expression("condition", annotation.condition());
		add(attributes, "ttr", annotation.ttr(), (text) -> JobRules.checkTtr(JobRules.parseDuration(text)),
				Job.Builder::ttr);
		add(attributes, "maxAttempts", annotation.maxAttempts(),
				(text) -> JobRules.checkMaxAttempts(Integer.parseInt(text)), Job.Builder::maxAttempts);
		add(attributes, "expiresAfter", annotation.expiresAfter(),
				(text) -> JobRules.checkExpiry(JobRules.parseDuration(text)), Job.Builder::expiresAfter);
		return new MethodOperations.Submit(topic, condition, attributes);
	}

	private <T> void add(List<Attribute> attributes, String attribute, String value, Function<String, T> parser,
			BiConsumer<Job.Builder, T> setter) {
		T read = optional(attribute, value, parser);
		if (read != null) {
			attributes.add((job, call) -> setter.accept(job, read));
		}
	}

	private String topic(String value) {
		String topic = optional("topic", value, JobRules::checkTopic);
		if (topic == null) {
			throw invalid("has no topic", "Set one: topic = \"...\"");
		}
		return topic;
	}

	private String payload(DelaySubmit annotation) {
		if (!annotation.payload().isBlank()) {
			return annotation.payload();
		}
		if (this.method.getReturnType() != void.class) {
			return "#" + MethodOperations.RESULT;
		}
		if (this.method.getParameterCount() == 1) {
			return "#a0";
		}
		throw invalid("has no payload, and the method neither returns a value nor has exactly one parameter",
				"Set an expression for the payload, for example payload = \"''\" for an empty one");
	}

	private Attribute dueTime(DelaySubmit annotation) {
		if (!annotation.delay().isBlank() && !annotation.dueTime().isBlank()) {
			throw invalid("has both delay and dueTime", "Remove one of them");
		}
		if (!annotation.dueTime().isBlank()) {
			MethodExpression dueTime = required("dueTime", annotation.dueTime());
			return (job, call) -> job.dueTime(instant(dueTime, dueTime.evaluate(call)));
		}
		String text = optional("delay", annotation.delay(), Function.identity());
		if (text == null || isDuration(text)) {
			Duration delay = optional("delay", annotation.delay(),
					(value) -> JobRules.checkDelay(JobRules.parseDuration(value)));
			return (job, call) -> job.delay((delay != null) ? delay : Duration.ZERO);
		}
		MethodExpression delay = required("delay", text, "neither a duration such as 30m nor a valid expression");
		return (job, call) -> job.delay(duration(delay, delay.evaluate(call)));
	}

	private static Instant instant(MethodExpression expression, Object value) {
		if (value instanceof Instant instant) {
			return instant;
		}
		if (value instanceof ZonedDateTime time) {
			return time.toInstant();
		}
		if (value instanceof OffsetDateTime time) {
			return time.toInstant();
		}
		throw expression.invalid(
				"must be an Instant, a ZonedDateTime or an OffsetDateTime, but is a " + value.getClass().getName());
	}

	private static Duration duration(MethodExpression expression, Object value) {
		if (value instanceof Duration delay) {
			return delay;
		}
		if (value instanceof CharSequence text) {
			return JobRules.parseDuration(text.toString());
		}
		throw expression.invalid("must be a Duration or a text such as '30m', but is a " + value.getClass().getName());
	}

	// Also accepts a number, which is refused as a duration and not read as an expression
	private static boolean isDuration(String text) {
		try {
			DurationFormatterUtils.detectAndParse(text);
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private <T> @Nullable T optional(String attribute, String value, Function<String, T> parser) {
		T read = this.attributes.read(attribute, value, "is invalid", parser);
		if (read == null && !value.isBlank()) {
			throw this.attributes.empty(attribute, value);
		}
		return read;
	}

	private @Nullable MethodExpression expression(String attribute, String value) {
		return value.isBlank() ? null : required(attribute, value);
	}

	private MethodExpression required(String attribute, String text) {
		return required(attribute, text, "not a valid expression");
	}

	private MethodExpression required(String attribute, String text, String otherwise) {
		String problem = "has " + attribute + " '" + text + "', which is " + otherwise + ": ";
		try {
			SpelExpression expression = PARSER.parseRaw(text);
			this.check.check(expression.getAST());
			return new MethodExpression(attribute + " of " + this.attributes.place(), expression);
		}
		catch (ParseException ex) {
			throw this.attributes.invalid(problem + ex.getSimpleMessage(), "Correct the expression", ex);
		}
		catch (InvalidSubmitMethodException ex) {
			throw invalid(problem + ex.problem(), ex.remedy());
		}
	}

	private RuntimeException invalid(String problem, String remedy) {
		return this.attributes.invalid(problem, remedy, null);
	}

}
