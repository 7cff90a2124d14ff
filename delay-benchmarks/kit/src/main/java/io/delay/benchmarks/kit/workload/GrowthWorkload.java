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
			tell("submit", few.submits(), many.submits(), bench.results());
			tell("drain", few.drain(), many.drain(), bench.results());
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

	private static void tell(String phase, Usage few, Usage many, Results results) {
		results.add(phase + ".time-growth", many.seconds() / few.seconds());
		results.add(phase + ".redis-cpu-growth", many.storeCpuSeconds() / few.storeCpuSeconds());
	}

}
