// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

import io.delay.admin.bulk.BulkPosition;
import io.delay.admin.bulk.BulkRequest;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;

/**
 * The parameters of a request, from its query and its body. They are converted here,
 * because the errors of Boot's own conversion explain neither the problem nor how to fix
 * it.
 *
 * @param values the values by name, as the caller passed them
 */
public record EndpointParameters(Map<String, String> values) {

	/** The maximum limit of an operation on many jobs, so that a request ends soon. */
	public static final int MAX_LIMIT = 10_000;

	private static final List<String> OF_CHANGES = List.of("id", "ids", "cause", "spread", "version", "payloadText",
			"delay", "dueTime", "reason", "limit", "after", "state");

	private static final List<String> OF_READS = List.of("order", "from", "to");

	/**
	 * Create the parameters from the arguments of an operation. A parameter that is
	 * repeated has all its values, separated by commas.
	 */
	public static EndpointParameters of(Map<String, ? extends @Nullable Object> arguments) {
		Map<String, String> values = new LinkedHashMap<>();
		arguments.forEach((name, value) -> {
			if (value != null) {
				values.put(name, (value instanceof List<?> list) ? StringUtils.collectionToCommaDelimitedString(list)
						: value.toString());
			}
		});
		return new EndpointParameters(values);
	}

	/**
	 * Check that only accepted parameters are given. Without a misspelled parameter, or
	 * one of another operation, the operation may change more than the caller wanted. An
	 * empty value counts, because {@code ids=} must not purge all jobs.
	 * @throws ProblemException if another parameter is given
	 */
	public void accept(String operation, String... accepted) {
		List<String> known = List.of(accepted);
		for (String name : this.values.keySet()) {
			if (!OF_CHANGES.contains(name) && !OF_READS.contains(name)) {
				throw ProblemException
					.invalid("Parameter '" + name + "' is unknown; nothing was changed. The parameters of changes are "
							+ String.join(", ", OF_CHANGES));
			}
			if (!known.contains(name)) {
				throw ProblemException
					.invalid("Parameter '" + name + "' does not belong to operation '" + operation + "', which "
							+ (known.isEmpty() ? "has no parameters" : "accepts only " + String.join(", ", known))
							+ " in this request; nothing was changed");
			}
		}
	}

	/** Return a value as it was passed, {@code null} if it is missing. */
	public @Nullable String raw(String name) {
		return this.values.get(name);
	}

	/** Return a value, {@code null} if it is missing or empty. */
	public @Nullable String text(String name) {
		String value = this.values.get(name);
		return StringUtils.hasText(value) ? value : null;
	}

	public String text(String name, String otherwise) {
		String value = text(name);
		return (value != null) ? value : otherwise;
	}

	public String required(String name, String example) {
		String value = text(name);
		if (value == null) {
			throw missing(name, example);
		}
		return value;
	}

	private static ProblemException missing(String name, String example) {
		return invalid(name, "is missing. Specify it as in " + name + "=" + example);
	}

	/** Check that two parameters are not specified together. */
	public void checkNotBoth(String name, String other) {
		if (text(name) != null && text(other) != null) {
			throw invalid(name, "and parameter '" + other + "' exclude each other. Specify one of them");
		}
	}

	public int number(String name, int otherwise) {
		Integer value = as(name, Integer::parseInt, "a number, as in 100");
		return (value != null) ? value : otherwise;
	}

	/** Return a boolean, {@code false} if it is missing. */
	public boolean flag(String name) {
		return Boolean.TRUE.equals(as(name, EndpointParameters::flagOf, "true or false"));
	}

	public Duration duration(String name, Duration otherwise) {
		Duration value = as(name, EndpointParameters::durationOf, "a duration with a unit, as in 30s");
		return (value != null) ? value : otherwise;
	}

	public Instant instant(String name, Instant otherwise) {
		Instant value = as(name, EndpointParameters::instantOf, "an instant, as in 2030-01-31T08:00:00Z");
		return (value != null) ? value : otherwise;
	}

	/** Return when a job becomes due, {@code null} if the caller does not specify it. */
	public @Nullable DueTime dueTime() {
		checkNotBoth("dueTime", "delay");
		if (text("dueTime") != null) {
			return DueTime.at(instant("dueTime", Instant.EPOCH));
		}
		return (text("delay") != null) ? DueTime.after(duration("delay", Duration.ZERO)) : null;
	}

	public DueTime requiredDueTime() {
		DueTime dueTime = dueTime();
		if (dueTime == null) {
			throw missing("delay", "30s");
		}
		return dueTime;
	}

	public JobState state() {
		return convert("state", required("state", "failed"),
				(state) -> JobState.valueOf(state.toUpperCase(Locale.ROOT)),
				"one of delayed, ready, reserved and failed");
	}

	public PageOrder order() {
		String order = text("order", "oldest");
		return switch (order.toLowerCase(Locale.ROOT)) {
			case "oldest" -> PageOrder.OLDEST_FIRST;
			case "newest" -> PageOrder.NEWEST_FIRST;
			default -> throw invalid("order", "must be oldest or newest, but is '" + order + "'");
		};
	}

	/** Return the position after the previous page, {@code null} for the first page. */
	public @Nullable JobPosition position() {
		String after = text("after");
		if (after == null) {
			return null;
		}
		String[] parts = after.split(",", 2);
		if (parts.length < 2 || parts[1].isBlank()) {
			throw missing("after", "2030-01-31T08:00:00Z,4711");
		}
		return new JobPosition(of(Map.of("after", parts[0])).instant("after", Instant.EPOCH), parts[1]);
	}

	public static @Nullable String textOf(@Nullable JobPosition position) {
		return (position != null) ? position.time() + "," + position.id() : null;
	}

	/**
	 * Return how many jobs a request of an operation on many jobs processes, and where it
	 * continues. Without a limit all jobs are processed.
	 */
	public BulkRequest bulkRequest() {
		int limit = number("limit", Integer.MAX_VALUE);
		if (text("limit") != null && (limit < 1 || limit > MAX_LIMIT)) {
			throw invalid("limit", "must be 1 to " + MAX_LIMIT + ", but is " + limit + "; nothing was changed");
		}
		return new BulkRequest(as("after", BulkPosition::of, "'next' of the previous response"), limit);
	}

	/** Whether the answer of an operation on many jobs shows the progress. */
	public boolean showsProgress() {
		return text("limit") != null || text("after") != null;
	}

	private static boolean flagOf(String text) {
		if (!text.equals("true") && !text.equals("false")) {
			throw new IllegalArgumentException("Neither true nor false");
		}
		return text.equals("true");
	}

	// Rejects times that milliseconds cannot represent, because no job can have them.
	private static Instant instantOf(String text) {
		Instant instant = Instant.parse(text);
		instant.toEpochMilli();
		return instant;
	}

	// Requires a unit, because a plain number would be read as milliseconds.
	private static Duration durationOf(String text) {
		if (Character.isDigit(text.charAt(text.length() - 1))) {
			throw new IllegalArgumentException("No unit");
		}
		return DurationStyle.detectAndParse(text);
	}

	/**
	 * Convert a value.
	 * @param conversion throws an {@link IllegalArgumentException},
	 * {@link DateTimeException} or {@link ArithmeticException} if the value is invalid
	 * @param expected what the value must be
	 * @return the result, {@code null} if the value is missing
	 */
	<T> @Nullable T as(String name, Function<String, T> conversion, String expected) {
		String value = text(name);
		return (value != null) ? convert(name, value, conversion, expected) : null;
	}

	private static <T> T convert(String name, String value, Function<String, T> conversion, String expected) {
		try {
			return conversion.apply(value);
		}
		catch (IllegalArgumentException | DateTimeException | ArithmeticException ex) {
			throw invalid(name, "must be " + expected + ", but is '" + value + "'");
		}
	}

	private static ProblemException invalid(String name, String problem) {
		return ProblemException.invalid("Parameter '" + name + "' " + problem);
	}

}
