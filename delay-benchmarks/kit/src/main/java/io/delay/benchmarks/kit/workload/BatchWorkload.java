// SPDX-License-Identifier: Apache-2.0

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
			usage.reportRate("batch", this.jobs, bench.results());
			usage.reportCost("batch", this.jobs, bench.results());
		}
	}

}
