// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

import io.delay.job.JobState;
import io.delay.store.admin.PageOrder;

/**
 * A parameter of an operation as the caller passed it. It is converted here, because the
 * errors of Boot's own conversion explain neither the problem nor how to fix it.
 *
 * @param text the value, {@code null} if it is missing or empty
 */
public record OperationParameter(String name, @Nullable String text) {

	public OperationParameter {
		text = StringUtils.hasText(text) ? text : null;
	}

	public String required(String example) {
		if (this.text == null) {
			throw invalid("is missing. Specify it as in " + this.name + "=" + example);
		}
		return this.text;
	}

	/** Check that this parameter and another one are not specified together. */
	public OperationParameter notWith(OperationParameter other) {
		if (this.text != null && other.text != null) {
			throw invalid("and parameter '" + other.name + "' exclude each other. Specify one of them");
		}
		return this;
	}

	public String orElse(String otherwise) {
		return (this.text != null) ? this.text : otherwise;
	}

	public int asNumber(int otherwise) {
		return (this.text != null) ? convert(this.text, Integer::parseInt, "a number, as in 100") : otherwise;
	}

	public boolean asBoolean(boolean otherwise) {
		return (this.text != null) ? convert(this.text, OperationParameter::bool, "true or false") : otherwise;
	}

	private static boolean bool(String text) {
		if (!text.equals("true") && !text.equals("false")) {
			throw new IllegalArgumentException("Neither true nor false");
		}
		return text.equals("true");
	}

	/**
	 * Convert this parameter.
	 * @param conversion throws an {@link IllegalArgumentException},
	 * {@link DateTimeException} or {@link ArithmeticException} if the value is invalid
	 * @param expected what the value must be
	 * @return the result, {@code null} if the parameter is missing
	 */
	public <T> @Nullable T as(Function<String, T> conversion, String expected) {
		return (this.text != null) ? convert(this.text, conversion, expected) : null;
	}

	public Instant asInstant(Instant otherwise) {
		return (this.text != null)
				? convert(this.text, OperationParameter::instant, "an instant, as in 2030-01-31T08:00:00Z") : otherwise;
	}

	public Duration asDuration(Duration otherwise) {
		return (this.text != null)
				? convert(this.text, OperationParameter::duration, "a duration with a unit, as in 30s") : otherwise;
	}

	public JobState asState() {
		String example = JobState.FAILED.name().toLowerCase(Locale.ROOT);
		return convert(required(example), (state) -> JobState.valueOf(state.toUpperCase(Locale.ROOT)),
				"one of delayed, ready, reserved and failed");
	}

	public PageOrder asOrder() {
		return switch (orElse("oldest").toLowerCase(Locale.ROOT)) {
			case "oldest" -> PageOrder.OLDEST_FIRST;
			case "newest" -> PageOrder.NEWEST_FIRST;
			default -> throw invalid("must be oldest or newest, but is '" + this.text + "'");
		};
	}

	// Rejects times that milliseconds cannot represent, because no job can have them.
	private static Instant instant(String text) {
		Instant instant = Instant.parse(text);
		instant.toEpochMilli();
		return instant;
	}

	// Requires a unit, because a plain number would be read as milliseconds.
	private static Duration duration(String text) {
		if (StringUtils.hasText(text) && Character.isDigit(text.charAt(text.length() - 1))) {
			throw new IllegalArgumentException("No unit");
		}
		return DurationStyle.detectAndParse(text);
	}

	private <T> T convert(String present, Function<String, T> conversion, String expected) {
		try {
			return conversion.apply(present);
		}
		catch (IllegalArgumentException | DateTimeException | ArithmeticException ex) {
			throw invalid("must be " + expected + ", but is '" + present + "'");
		}
	}

	private InvalidEndpointRequestException invalid(String problem) {
		String message = "Parameter '" + this.name + "' " + problem;
		return new InvalidEndpointRequestException(message, message);
	}

}
