// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.benchmarks.kit.Results;

/**
 * The outcome of one run.
 *
 * @param figures the figures, by key
 * @param settings the settings of the system, {@code null} if they were not reported
 * @param failure why some or all figures are missing, {@code null} if they are complete
 */
record Outcome(Map<String, Double> figures, @Nullable String settings, @Nullable String failure) {

	// A run without a failure has ended normally.
	static Outcome of(List<String> lines, @Nullable String failure) {
		Map<String, Double> figures = new LinkedHashMap<>();
		String settings = null;
		String reason = failure;
		for (String line : lines) {
			if (line.startsWith(Results.RESULT)) {
				int end = line.lastIndexOf(' ');
				figures.put(line.substring(Results.RESULT.length(), end), Double.valueOf(line.substring(end + 1)));
			}
			else if (line.startsWith(Results.SETTINGS)) {
				settings = line.substring(Results.SETTINGS.length());
			}
			else if (line.startsWith(Results.FAILED)) {
				reason = line.substring(Results.FAILED.length());
			}
		}
		return new Outcome(figures, settings, reason);
	}

}
