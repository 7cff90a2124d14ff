// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures of all runs.
 */
final class Figures {

	private final Map<Key, List<Double>> values = new HashMap<>();

	private final Map<Run, List<String>> failures = new HashMap<>();

	private final Set<Competitor> omitted = EnumSet.noneOf(Competitor.class);

	void add(Competitor competitor, Measurement measurement, Outcome outcome) {
		outcome.figures()
			.forEach((name, value) -> this.values
				.computeIfAbsent(new Key(competitor, measurement, name), (key) -> new ArrayList<>())
				.add(value));
		if (outcome.failure() != null) {
			this.failures.computeIfAbsent(new Run(competitor, measurement), (key) -> new ArrayList<>())
				.add(outcome.failure());
		}
	}

	// One value for each run that reported the figure.
	Sample find(Competitor competitor, Measurement measurement, String name) {
		return new Sample(this.values.getOrDefault(new Key(competitor, measurement, name), List.of()));
	}

	List<String> failures(Competitor competitor, Measurement measurement) {
		return this.failures.getOrDefault(new Run(competitor, measurement), List.of());
	}

	// There are no figures of it.
	void leaveOut(Competitor competitor) {
		this.omitted.add(competitor);
	}

	boolean isOmitted(Competitor competitor) {
		return this.omitted.contains(competitor);
	}

	private record Key(Competitor competitor, Measurement measurement, String name) {

	}

	private record Run(Competitor competitor, Measurement measurement) {

	}

}
