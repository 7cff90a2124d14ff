// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.Results;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.LifeRound;
import io.delay.benchmarks.kit.load.LifeUsage;
import io.delay.benchmarks.kit.load.LoadSettings;
import io.delay.benchmarks.kit.load.Rig;
import io.delay.benchmarks.kit.redis.CommandMonitor;

/**
 * The cost of a job from submit to acknowledgement: threads submit jobs one by one, then
 * all jobs become due at one moment.
 */
final class LifeWorkload implements Workload {

	/** How much slower submits are while Redis reports each command to the monitor. */
	private static final double MONITORED_SLOWNESS = 5;

	private final LoadSettings settings;

	private final int jobs;

	private final int monitoredJobs;

	LifeWorkload(BenchmarkArguments arguments, int threads) {
		this.settings = LoadSettings.of(arguments, threads);
		this.jobs = arguments.number("jobs", 20_000);
		this.monitoredJobs = arguments.number("monitored-jobs", 2000);
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (Rig rig = new Rig(bench, this.settings)) {
			double rate = rig.warmUp();
			measure(new LifeRound(rig, this.jobs, rate), bench.results());
			if (rig.system().usesRedis()) {
				count(new LifeRound(rig, this.monitoredJobs, rate / MONITORED_SLOWNESS), bench);
			}
		}
	}

	private void measure(LifeRound round, Results results) throws InterruptedException {
		LifeUsage usage = round.run();
		usage.submits().reportRate("submit", this.jobs, results);
		usage.submits().reportCost("submit", this.jobs, results);
		usage.drain().reportRate("drain", this.jobs, results);
		usage.drain().reportCost("drain", this.jobs, results);
		usage.all().reportCost("life", this.jobs, results);
		results.add("doubles", round.series().doubles());
	}

	private void count(LifeRound round, Bench bench) throws InterruptedException {
		double jobs = round.series().jobs();
		try (CommandMonitor monitor = CommandMonitor.start(bench.store())) {
			round.submit();
			bench.results().add("submit.commands", monitor.commands() / jobs);
			round.awaitDue();
			long due = monitor.commands();
			round.drain();
			bench.results().add("drain.commands", (monitor.commands() - due) / jobs);
		}
	}

}
