// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.time.Duration;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.Results;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.LifeRound;
import io.delay.benchmarks.kit.load.LifeUsage;
import io.delay.benchmarks.kit.load.LoadSettings;
import io.delay.benchmarks.kit.load.Rig;
import io.delay.benchmarks.kit.measurement.Usage;

/**
 * How much the cost of each job grows with the number of waiting jobs.
 */
final class GrowthWorkload implements Workload {

	private static final Duration A_DAY = Duration.ofDays(1);

	private static final int ROUNDS = 3;

	/** The factor by which submits may become slower without an error. */
	private static final double SLOWNESS = 4;

	private final LoadSettings settings;

	private final int jobs;

	private final int few;

	private final int many;

	GrowthWorkload(BenchmarkArguments arguments) {
		this.settings = LoadSettings.of(arguments);
		this.jobs = arguments.number("jobs", 20_000);
		this.few = arguments.number("few", 10_000);
		this.many = arguments.number("many", 1_000_000);
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (Rig rig = new Rig(bench, this.settings)) {
			double rate = rig.warmUp() / SLOWNESS;
			LifeUsage few = measureWith(this.few, rig, rate);
			LifeUsage many = measureWith(this.many - this.few, rig, rate);
			report("submit", few.submits(), many.submits(), bench.results());
			report("drain", few.drain(), many.drain(), bench.results());
		}
	}

	// The usage of some rounds while more jobs wait.
	private LifeUsage measureWith(int more, Rig rig, double rate) throws InterruptedException {
		rig.system().newSeries(more);
		rig.system().submitAll(A_DAY);
		LifeUsage usage = new LifeRound(rig, this.jobs, rate).run();
		for (int i = 1; i < ROUNDS; i++) {
			usage = usage.plus(new LifeRound(rig, this.jobs, rate).run());
		}
		return usage;
	}

	private static void report(String phase, Usage few, Usage many, Results results) {
		results.add(phase + ".time-growth", many.seconds() / few.seconds());
		results.add(phase + ".redis-cpu-growth", many.storeCpuSeconds() / few.storeCpuSeconds());
	}

}
