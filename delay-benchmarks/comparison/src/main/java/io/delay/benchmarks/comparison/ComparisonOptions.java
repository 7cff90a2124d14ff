// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.benchmarks.kit.BenchmarkArguments;

/**
 * The options of a comparison.
 */
final class ComparisonOptions {

	private final List<Competitor> competitors;

	private final List<Measurement> measurements;

	private final List<Competitor> growing;

	private final List<Competitor> enduring;

	private final int repetitions;

	private final Load fastLoad;

	private final Load peerLoad;

	private final boolean appendOnly;

	private final Duration networkDelay;

	private final Duration timeout;

	private final @Nullable String jdbcUrl;

	private final Map<Measurement, List<String>> overrides = new EnumMap<>(Measurement.class);

	ComparisonOptions(BenchmarkArguments arguments) {
		this.competitors = list(arguments, "systems", standard(), Competitor::of);
		this.measurements = list(arguments, "workloads", names(Measurement.values(), Measurement::workload),
				Measurement::of);
		this.growing = list(arguments, "growing", Competitor.DELAY.key(), Competitor::of);
		this.enduring = list(arguments, "enduring", Competitor.DELAY.key(), Competitor::of);
		this.repetitions = arguments.number("repetitions", 3);
		this.fastLoad = new Load(arguments.number("jobs", 200_000), arguments.number("warm-up", 50_000));
		this.peerLoad = new Load(arguments.number("peer-jobs", 20_000), arguments.number("peer-warm-up", 5000));
		this.appendOnly = Boolean.parseBoolean(arguments.text("aof", "false"));
		this.networkDelay = Duration.ofMillis(arguments.number("network-delay", 0));
		this.timeout = Duration.ofSeconds(arguments.number("timeout", 300));
		this.jdbcUrl = arguments.find("jdbc-url");
		for (Measurement measurement : Measurement.values()) {
			this.overrides.put(measurement, arguments.withPrefix(measurement.workload() + "."));
		}
		arguments.rejectUnknown();
	}

	private static String standard() {
		return Stream.of(Competitor.values())
			.filter((competitor) -> !competitor.isVariant())
			.map(Competitor::key)
			.collect(Collectors.joining(","));
	}

	private static <T> String names(T[] values, Function<T, String> name) {
		return Stream.of(values).map(name).collect(Collectors.joining(","));
	}

	private static <T> List<T> list(BenchmarkArguments arguments, String key, String all, Function<String, T> reader) {
		return Arrays.stream(arguments.text(key, all).split(",")).map(reader).toList();
	}

	List<Competitor> competitors() {
		return this.competitors;
	}

	List<Measurement> measurements() {
		return this.measurements;
	}

	// The systems that must store a million jobs.
	List<Competitor> growing() {
		return this.growing;
	}

	// The systems that must handle millions of jobs.
	List<Competitor> enduring() {
		return this.enduring;
	}

	int repetitions() {
		return this.repetitions;
	}

	// Slow systems get fewer jobs, which favours them.
	Load load(Competitor competitor) {
		return competitor.isFast() ? this.fastLoad : this.peerLoad;
	}

	Load peerLoad() {
		return this.peerLoad;
	}

	// Whether Redis writes its data to a file once a second.
	boolean appendOnly() {
		return this.appendOnly;
	}

	// The delay between a system and its store, in each direction.
	Duration networkDelay() {
		return this.networkDelay;
	}

	// The server for the systems on a database, instead of a new one.
	@Nullable String jdbcUrl() {
		return this.jdbcUrl;
	}

	// A run is aborted after this time.
	Duration timeout() {
		return this.timeout;
	}

	// Further arguments of a workload, which override the defaults.
	List<String> overrides(Measurement measurement) {
		return this.overrides.getOrDefault(measurement, List.of());
	}

	/**
	 * The number of jobs for a system.
	 *
	 * @param jobs the number of jobs that count
	 * @param warmUp the number of jobs before them
	 */
	record Load(int jobs, int warmUp) {

		@Override
		public String toString() {
			return String.format(Locale.ROOT, "%,d jobs after %,d to warm up", this.jobs, this.warmUp);
		}

	}

}
