// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Reports figures to the process that started this one, as lines that begin with
 * {@value #RESULT}, {@value #SETTINGS} or {@value #FAILED}. Other lines may be between
 * them.
 *
 * @since 0.1.0
 */
public final class Results {

	/**
	 * Begins the line of a figure: its key and its value follow.
	 */
	public static final String RESULT = "RESULT ";

	/**
	 * Begins the line that describes the system.
	 */
	public static final String SETTINGS = "SETTINGS ";

	/**
	 * Begins the line with the reason why there are no figures.
	 */
	public static final String FAILED = "FAILED ";

	private final PrintStream out;

	/**
	 * Create results.
	 * @param out receives the lines
	 */
	public Results(PrintStream out) {
		this.out = out;
	}

	/**
	 * Report a figure.
	 * @param key the key of the figure
	 */
	public void add(String key, double value) {
		this.out.println(RESULT + key + " " + String.format(Locale.ROOT, "%.3f", value));
	}

	/**
	 * Describe the system.
	 * @param description one line
	 */
	public void settings(String description) {
		this.out.println(SETTINGS + description);
	}

	/**
	 * Report why there are no figures.
	 * @param reason one line
	 */
	public void failed(String reason) {
		this.out.println(FAILED + reason);
	}

}
