// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * Arguments of the form {@code key=value}. All are read before work begins, so that a
 * misspelt one is reported at once.
 *
 * @since 0.1.0
 */
public final class BenchmarkArguments {

	private final Map<String, String> values;

	private final Set<String> known = new HashSet<>();

	private BenchmarkArguments(Map<String, String> values) {
		this.values = values;
	}

	/**
	 * Read the arguments of a program.
	 * @param arguments the arguments, each {@code key=value}
	 * @return the arguments, by key
	 * @throws IllegalArgumentException if one has another form
	 */
	public static BenchmarkArguments parse(String... arguments) {
		Map<String, String> values = new LinkedHashMap<>();
		for (String argument : arguments) {
			int end = argument.indexOf('=');
			if (end < 1) {
				throw new IllegalArgumentException("'" + argument + "' is not of the form key=value");
			}
			values.put(argument.substring(0, end), argument.substring(end + 1));
		}
		return new BenchmarkArguments(values);
	}

	/**
	 * Return a value.
	 * @return the value, {@code null} if it was not given
	 */
	public @Nullable String find(String key) {
		this.known.add(key);
		return this.values.get(key);
	}

	/**
	 * Return a text.
	 * @param other the value if none was given
	 * @return the value
	 */
	public String text(String key, String other) {
		String value = find(key);
		return (value != null) ? value : other;
	}

	/**
	 * Return a whole number.
	 * @param other the value if none was given
	 * @return the value
	 * @throws IllegalArgumentException if the value is not a number
	 */
	public int number(String key, int other) {
		String value = find(key);
		try {
			return (value != null) ? Integer.parseInt(value) : other;
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("'" + key + "' is no number: '" + value + "'", ex);
		}
	}

	/**
	 * Return all arguments with a prefix.
	 * @return the arguments, each {@code key=value} without the prefix
	 */
	public List<String> withPrefix(String prefix) {
		return this.values.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().startsWith(prefix))
			.peek((entry) -> this.known.add(entry.getKey()))
			.map((entry) -> entry.getKey().substring(prefix.length()) + "=" + entry.getValue())
			.toList();
	}

	/**
	 * Reject arguments that were not read.
	 * @throws IllegalArgumentException if there was such an argument
	 */
	public void rejectUnknown() {
		Set<String> unknown = new TreeSet<>(this.values.keySet());
		unknown.removeAll(this.known);
		if (!unknown.isEmpty()) {
			throw new IllegalArgumentException("Unknown here: " + unknown + ". Known: " + new TreeSet<>(this.known));
		}
	}

}
