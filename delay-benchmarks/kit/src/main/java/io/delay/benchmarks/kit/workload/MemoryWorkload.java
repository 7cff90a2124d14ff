// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.SystemUnderTest;
import io.delay.benchmarks.kit.redis.RedisProbe;

/**
 * How much memory of Redis a waiting job takes.
 */
final class MemoryWorkload implements Workload {

	private static final Duration DELAY = Duration.ofHours(1);

	/** The time until Redis has released the memory that it needed for the commands. */
	private static final int SETTLING_SECONDS = 1;

	private final int jobs;

	MemoryWorkload(BenchmarkArguments arguments) {
		this.jobs = arguments.number("jobs", 100_000);
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (SystemUnderTest system = bench.open(1); RedisProbe redis = new RedisProbe(bench.store())) {
			// Data that a system stores only once does not count per job
			double before = memoryWith(1, system, redis);
			double after = memoryWith(this.jobs, system, redis);
			bench.results().add("memory", (after - before) / this.jobs);
		}
	}

	private double memoryWith(int more, SystemUnderTest system, RedisProbe redis) throws InterruptedException {
		system.newSeries(more);
		system.submitAll(DELAY);
		TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
		return redis.usedMemory();
	}

}
