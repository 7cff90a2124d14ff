// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.ChildJvm;
import io.delay.benchmarks.kit.Results;

/**
 * How much longer an application takes to start with Delay: both kinds take turns, each
 * in a JVM of its own.
 *
 * @since 0.1.0
 */
public final class StartBenchmark {

	private static final Duration MAX_WAIT = Duration.ofSeconds(60);

	private final List<String> redis;

	private StartBenchmark(List<String> redis) {
		this.redis = redis;
	}

	/**
	 * Measure, print and end.
	 * @param arguments {@code host=… port=… [starts=9]}
	 * @throws InterruptedException if the thread is interrupted
	 */
	public static void main(String[] arguments) throws InterruptedException {
		BenchmarkArguments all = BenchmarkArguments.parse(arguments);
		StartBenchmark benchmark = new StartBenchmark(
				List.of("--spring.data.redis.host=" + all.text("host", "localhost"),
						"--spring.data.redis.port=" + all.number("port", 6379)));
		int starts = all.number("starts", 9);
		all.find("workload");
		all.rejectUnknown();
		benchmark.measure(starts, new Results(System.out));
	}

	private void measure(int starts, Results results) throws InterruptedException {
		List<StartTimes> without = new ArrayList<>();
		List<StartTimes> with = new ArrayList<>();
		// The first start reads files that are in memory for the others
		start(true);
		for (int i = 0; i < starts; i++) {
			boolean enabledFirst = i % 2 == 1;
			(enabledFirst ? with : without).add(start(enabledFirst));
			(enabledFirst ? without : with).add(start(!enabledFirst));
		}
		report("start", without, with, StartTimes::millis, results);
		report("start-cpu", without, with, StartTimes::cpuMillis, results);
	}

	private static void report(String phase, List<StartTimes> without, List<StartTimes> with,
			ToDoubleFunction<StartTimes> figure, Results results) {
		double medianWithout = StartTimes.median(without, figure);
		double medianWith = StartTimes.median(with, figure);
		results.add(phase + ".without", medianWithout);
		results.add(phase + ".with", medianWith);
		results.add(phase + ".added", medianWith - medianWithout);
	}

	private StartTimes start(boolean enabled) throws InterruptedException {
		List<String> command = new ArrayList<>(
				List.of(StartedApplication.class.getName(), "--delay.enabled=" + enabled));
		command.addAll(this.redis);
		List<String> lines = new ArrayList<>();
		try (ChildJvm jvm = ChildJvm.start(System.getProperty("java.class.path"), command, lines::add)) {
			if (!jvm.await(MAX_WAIT)) {
				throw new IllegalStateException("The application did not start: " + lines);
			}
		}
		return StartTimes.parse(lines).orElseThrow();
	}

}
