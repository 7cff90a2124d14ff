// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.delay.benchmarks.comparison.ComparisonOptions.Load;

/**
 * The workloads and the systems that they apply to.
 */
enum Measurement {

	LIFE, LIFE_ALONE, TRANSACTION, BATCH, MEMORY, IDLE_LATENESS, LOAD_LATENESS_500, LOAD_LATENESS, IDLE, KILL, GROWTH,
	START, ENDURANCE;

	/**
	 * The key in which Delay stores the jobs that were reserved when their consumer was
	 * killed.
	 */
	private static final String RESERVED_KEY = "{delay:jobs-0:0}:reserved";

	String workload() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	boolean isFor(Competitor competitor, ComparisonOptions options) {
		return switch (this) {
			case LIFE, BATCH, IDLE_LATENESS -> true;
			case LIFE_ALONE, TRANSACTION -> competitor.usesDatabase();
			case LOAD_LATENESS_500, LOAD_LATENESS -> !competitor.countsInSeconds();
			case MEMORY -> competitor.usesRedis();
			case IDLE -> competitor.usesRedis() && competitor != Competitor.FLOOR;
			case KILL -> competitor != Competitor.FLOOR;
			case GROWTH -> options.growing().contains(competitor);
			case ENDURANCE -> options.enduring().contains(competitor);
			case START -> competitor == Competitor.DELAY;
		};
	}

	String mainClass(Competitor competitor) {
		return (this == START) ? "io.delay.benchmarks.delay.StartBenchmark" : competitor.mainClass();
	}

	List<String> arguments(Competitor competitor, ComparisonOptions options) {
		List<String> arguments = new ArrayList<>();
		arguments.add("workload=" + workload());
		if (hasJobs()) {
			arguments.add("jobs=" + load(competitor, options).jobs());
		}
		if (hasWarmUp()) {
			arguments.add("warm-up=" + load(competitor, options).warmUp());
		}
		if (this == KILL && competitor == Competitor.DELAY) {
			arguments.add("reserved-key=" + RESERVED_KEY);
		}
		arguments.addAll(options.overrides(this));
		return arguments;
	}

	// A thread that waits for the disk after each job is slow in all systems.
	private Load load(Competitor competitor, ComparisonOptions options) {
		return (this == LIFE_ALONE || this == TRANSACTION) ? options.peerLoad() : options.load(competitor);
	}

	private boolean hasJobs() {
		return this == LIFE || this == LIFE_ALONE || this == TRANSACTION || this == BATCH;
	}

	private boolean hasWarmUp() {
		return switch (this) {
			case LIFE, LIFE_ALONE, TRANSACTION, BATCH, IDLE_LATENESS, LOAD_LATENESS_500, LOAD_LATENESS, GROWTH,
					ENDURANCE ->
				true;
			case MEMORY, IDLE, KILL, START -> false;
		};
	}

	static Measurement of(String workload) {
		for (Measurement measurement : values()) {
			if (measurement.workload().equals(workload)) {
				return measurement;
			}
		}
		throw new IllegalArgumentException("There is no workload '" + workload + "'");
	}

}
