// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.Results;
import io.delay.benchmarks.kit.StoreAddress;
import io.delay.benchmarks.kit.load.Bench;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EnduranceWorkload}, with a system that keeps nothing.
 */
class EnduranceWorkloadTests {

	private static final double MEGABYTES = 4;

	private static final StoreAddress NO_REDIS = new StoreAddress("", 0, "jdbc:none");

	private final ByteArrayOutputStream received = new ByteArrayOutputStream();

	// What the workload itself remembers of a round is 12 bytes per job.
	@Test
	void whatCountsTheJobsIsNotPartOfTheLiveHeap() throws InterruptedException {
		run("jobs=2000000", "rounds=2", "warm-up=1", "threads=2");
		assertThat(figure("endurance.heap-most") - figure("endurance.heap-first")).isLessThan(MEGABYTES);
		assertThat(figure("endurance.lost")).isZero();
		assertThat(figure("endurance.doubles")).isZero();
	}

	private void run(String... arguments) throws InterruptedException {
		Results results = new Results(new PrintStream(this.received, true, StandardCharsets.UTF_8));
		new EnduranceWorkload(BenchmarkArguments.parse(arguments))
			.run(new Bench(getClass(), (store, topics) -> new ImmediateSystem(), NO_REDIS, results));
	}

	private double figure(String key) {
		return this.received.toString(StandardCharsets.UTF_8)
			.lines()
			.map((line) -> line.split(" "))
			.filter((words) -> words[1].equals(key))
			.mapToDouble((words) -> Double.parseDouble(words[2]))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Handles each job where it is submitted.
	 */
	private static final class ImmediateSystem implements JobSystem {

		private Consumer<String> handler = (payload) -> {
		};

		@Override
		public String description() {
			return "immediate";
		}

		@Override
		public boolean usesRedis() {
			return false;
		}

		@Override
		public void submit(String payload, Duration delay) {
			this.handler.accept(payload);
		}

		@Override
		public void submitAll(List<String> payloads, Duration delay) {
			payloads.forEach(this.handler);
		}

		@Override
		public void start(int workers, Consumer<String> handler) {
			this.handler = handler;
		}

		@Override
		public void close() {
		}

	}

}
