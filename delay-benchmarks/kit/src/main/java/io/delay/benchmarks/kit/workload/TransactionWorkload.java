// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.time.Duration;
import java.util.function.IntConsumer;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.LoadSettings;
import io.delay.benchmarks.kit.load.Rig;
import io.delay.benchmarks.kit.measurement.Reading;
import io.delay.benchmarks.kit.measurement.Usage;

/**
 * How fast threads submit jobs in transactions of their own, each with a row of the
 * application, and what transactions with only that row cost.
 */
final class TransactionWorkload implements Workload {

	private static final Duration DELAY = Duration.ofHours(1);

	private static final String PHASE = "transaction";

	private static final String ROW_PHASE = "row";

	private final LoadSettings settings;

	private final int jobs;

	TransactionWorkload(BenchmarkArguments arguments) {
		this.settings = LoadSettings.of(arguments);
		this.jobs = arguments.number("jobs", 20_000);
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (Rig rig = new Rig(bench, this.settings)) {
			rig.warmUp();
			int warmUp = Math.max(1, this.settings.warmUp());
			insert(rig, warmUp);
			insert(rig, this.jobs).reportCost(ROW_PHASE, this.jobs, bench.results());
			submit(rig, warmUp);
			Usage usage = submit(rig, this.jobs);
			usage.reportRate(PHASE, this.jobs, bench.results());
			usage.reportCost(PHASE, this.jobs, bench.results());
		}
	}

	private static Usage insert(Rig rig, int rows) throws InterruptedException {
		return measure(rig, rows, rig.system()::insertInTransaction);
	}

	private static Usage submit(Rig rig, int jobs) throws InterruptedException {
		return measure(rig, jobs, (index) -> rig.system().submitInTransaction(index, DELAY));
	}

	private static Usage measure(Rig rig, int jobs, IntConsumer operation) throws InterruptedException {
		rig.system().newSeries(jobs);
		Reading start = rig.meter().read();
		rig.submitters().submit(jobs, operation);
		return rig.meter().read().since(start);
	}

}
