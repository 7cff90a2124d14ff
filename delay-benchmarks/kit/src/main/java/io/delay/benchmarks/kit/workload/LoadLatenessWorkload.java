// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.JobSeries;
import io.delay.benchmarks.kit.load.LoadSettings;
import io.delay.benchmarks.kit.load.Rig;
import io.delay.benchmarks.kit.load.SystemUnderTest;
import io.delay.benchmarks.kit.measurement.Reading;
import io.delay.benchmarks.kit.measurement.Usage;

/**
 * How late jobs are handled under a steady load, and the cost in Redis.
 */
final class LoadLatenessWorkload implements Workload {

	private static final int SHORTEST_MILLIS = 1000;

	private static final int LONGEST_MILLIS = 5000;

	private final LoadSettings settings;

	private final int rate;

	private final int jobs;

	private final int[] delays;

	LoadLatenessWorkload(BenchmarkArguments arguments, int rate) {
		this.settings = LoadSettings.of(arguments);
		this.rate = arguments.number("rate", rate);
		this.jobs = this.rate * arguments.number("seconds", 15);
		this.delays = new Random(42).ints(this.jobs, SHORTEST_MILLIS, LONGEST_MILLIS + 1).toArray();
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (Rig rig = new Rig(bench, this.settings)) {
			rig.warmUp();
			JobSeries series = rig.system().newSeries(this.jobs);
			Reading start = rig.meter().read();
			rig.submitters().submit(this.jobs, (index) -> submit(rig.system(), index, start.nanoTime()));
			rig.meter().read().since(start).reportRate("load", this.jobs, bench.results());
			series.awaitAll();
			Usage usage = rig.meter().read().since(start);
			usage.reportCost("load", this.jobs, bench.results());
			series.lateness().report(bench.results());
			bench.results().add("doubles", series.doubles());
		}
	}

	// A thread that is late does not wait, so that the rate is kept if it can be kept.
	private void submit(SystemUnderTest system, int index, long startNanoTime) {
		long nanoTime = startNanoTime + index * TimeUnit.SECONDS.toNanos(1) / this.rate;
		for (long wait = nanoTime - System.nanoTime(); wait > 0; wait = nanoTime - System.nanoTime()) {
			LockSupport.parkNanos(wait);
		}
		system.submit(index, system.dueMicros(Duration.ofMillis(this.delays[index])));
	}

}
