// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.JobSeries;
import io.delay.benchmarks.kit.load.LoadSettings;
import io.delay.benchmarks.kit.load.Rig;

/**
 * How late jobs are handled if there are only few at any time.
 */
final class IdleLatenessWorkload implements Workload {

	private static final Duration DELAY = Duration.ofSeconds(2);

	private static final int GAP_MILLIS = 200;

	private final LoadSettings settings;

	private final int jobs;

	IdleLatenessWorkload(BenchmarkArguments arguments) {
		this.settings = LoadSettings.of(arguments);
		this.jobs = arguments.number("jobs", 100);
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (Rig rig = new Rig(bench, this.settings)) {
			rig.warmUp();
			JobSeries series = rig.system().newSeries(this.jobs);
			for (int i = 0; i < this.jobs; i++) {
				rig.system().submit(i, rig.system().dueMicros(DELAY));
				TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
			}
			series.awaitAll();
			series.lateness().report(bench.results());
		}
	}

}
