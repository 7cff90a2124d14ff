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

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.SystemUnderTest;
import io.delay.benchmarks.kit.measurement.Meter;
import io.delay.benchmarks.kit.measurement.Reading;
import io.delay.benchmarks.kit.measurement.Usage;

/**
 * How fast one thread submits batches.
 */
final class BatchWorkload implements Workload {

	private static final Duration DELAY = Duration.ofHours(1);

	private final int jobs;

	private final int warmUp;

	BatchWorkload(BenchmarkArguments arguments) {
		this.jobs = arguments.number("jobs", 20_000);
		this.warmUp = arguments.number("warm-up", 5000);
	}

	@Override
	public void run(Bench bench) {
		try (SystemUnderTest system = bench.open(1); Meter meter = system.meter(bench.store())) {
			system.newSeries(this.warmUp);
			system.submitAll(DELAY);
			system.newSeries(this.jobs);
			Reading start = meter.read();
			system.submitAll(DELAY);
			Usage usage = meter.read().since(start);
			usage.tellRate("batch", this.jobs, bench.results());
			usage.tellCost("batch", this.jobs, bench.results());
		}
	}

}
