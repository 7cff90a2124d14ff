// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.delay.rest.problem.ProblemException;

/**
 * The parameters of the query string of a request. A plus sign is not decoded into a
 * space, because no parameter can contain spaces. This class is immutable.
 */
public final class QueryParameters {

	private final Map<String, String> values;

	private QueryParameters(Map<String, String> values) {
		this.values = values;
	}

	/**
	 * Read a query string.
	 * @param query the query string as sent, {@code null} if there is none
	 * @throws ProblemException if it is not encoded correctly or has a parameter twice
	 */
	public static QueryParameters of(@Nullable String query) {
		Map<String, String> values = new LinkedHashMap<>();
		for (String pair : StringUtils.tokenizeToStringArray(query, "&")) {
			int equals = pair.indexOf('=');
			String name = decode((equals != -1) ? pair.substring(0, equals) : pair);
			String value = decode((equals != -1) ? pair.substring(equals + 1) : "");
			if (values.put(name, value) != null) {
				throw ProblemException
					.invalid("Parameter '" + ProblemException.printable(name) + "' appears twice. Send it once");
			}
		}
		return new QueryParameters(values);
	}

	private static String decode(String text) {
		try {
			return StringUtils.uriDecode(text, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			throw ProblemException
				.invalid("The query string is not encoded correctly. Encode each value, for instance %20 for a space");
		}
	}

	/** Check that there are no unknown parameters. */
	public QueryParameters allow(String... names) {
		Set<String> known = Set.of(names);
		for (String name : this.values.keySet()) {
			if (!known.contains(name)) {
				throw ProblemException
					.invalid("Parameter '" + ProblemException.printable(name) + "' is unknown. Known parameters: "
							+ (known.isEmpty() ? "none" : String.join(", ", known.stream().sorted().toList())));
			}
		}
		return this;
	}

	/**
	 * Return the value of a parameter.
	 * @return the decoded value, {@code null} if the parameter is missing or empty
	 */
	public @Nullable String get(String name) {
		String value = this.values.get(name);
		return StringUtils.hasLength(value) ? value : null;
	}

	public String required(String name) {
		String value = get(name);
		if (value == null) {
			throw ProblemException.invalid("Parameter '" + name + "' is missing. Add ?" + name + "=...");
		}
		return value;
	}

	/**
	 * Return the value of a parameter as a whole number.
	 * @param fallback the number if the parameter is missing
	 */
	public int number(String name, int fallback) {
		String value = get(name);
		if (value == null) {
			return fallback;
		}
		try {
			return Integer.parseInt(value);
		}
		catch (NumberFormatException ex) {
			throw ProblemException.invalid("Parameter '" + name + "' is '" + ProblemException.printable(value)
					+ "'. Send a whole number such as " + fallback);
		}
	}

	/**
	 * Return the value of a parameter as a whole number from 1.
	 * @param fallback the number if the parameter is missing
	 */
	public int number(String name, int fallback, int max) {
		int number = number(name, fallback);
		if (number < 1 || number > max) {
			throw ProblemException.invalid("Parameter '" + name + "' is " + number + ". Send 1 to " + max);
		}
		return number;
	}

}
