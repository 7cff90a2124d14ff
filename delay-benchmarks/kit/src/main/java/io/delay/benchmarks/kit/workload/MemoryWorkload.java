/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
