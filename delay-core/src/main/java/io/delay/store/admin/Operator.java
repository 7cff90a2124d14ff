// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.util.regex.Pattern;

import org.springframework.util.Assert;

/**
 * The operator who changes jobs or topics: a person, identified by the name of the
 * principal, or an application if no person is known. The name is user input, so
 * characters that could forge log lines or change how a log is displayed are replaced by
 * {@code _}.
 *
 * @param name the name, truncated to {@value #MAX_LENGTH} characters
 * @since 0.1.0
 */
public record Operator(String name) {

	/**
	 * The maximum length of a name, in characters.
	 */
	public static final int MAX_LENGTH = 200;

	// Control and format characters, unpaired surrogates, line and paragraph separators
	private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

	public Operator {
		Assert.hasText(name, "'name' must not be empty");
		// Truncate first, because truncation may leave an unpaired surrogate
		name = UNPRINTABLE.matcher(name.substring(0, Math.min(name.length(), MAX_LENGTH))).replaceAll("_");
	}

	/**
	 * Create an operator for an application that acts on behalf of an unknown person.
	 * @param application the name of the application
	 * @param host the host on which it runs
	 * @return the operator
	 */
	public static Operator ofApplication(String application, String host) {
		return new Operator(application + " on host " + host);
	}

	@Override
	public String toString() {
		return this.name;
	}

}
