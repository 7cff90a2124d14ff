// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.util.concurrent.TimeUnit;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.Results;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.JobSeries;
import io.delay.benchmarks.kit.load.LoadSettings;
import io.delay.benchmarks.kit.load.Rig;
import io.delay.benchmarks.kit.measurement.LiveHeap;
import io.delay.benchmarks.kit.measurement.Usage;

/**
 * Whether a system stays stable while very many jobs pass through one JVM: its speed over
 * the whole time, the memory that remains on the heap, and whether each job is handled
 * once.
 */
final class EnduranceWorkload implements Workload {

	private static final String PHASE = "endurance";

	/** A job is handled before it is acknowledged, and remains on the heap until then. */
	private static final int SETTLING_MILLIS = 200;

	private final LoadSettings load;

	private final EnduranceSettings settings;

	private final int rounds;

	private final int jobsPerRound;

	EnduranceWorkload(BenchmarkArguments arguments) {
		this.load = LoadSettings.of(arguments);
		this.settings = EnduranceSettings.of(arguments);
		this.rounds = arguments.number("rounds", 10);
		this.jobsPerRound = arguments.number("jobs", 2_000_000) / this.rounds;
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (Rig rig = new Rig(bench, this.load)) {
			LiveHeap heap = new LiveHeap();
			EnduranceOutcome warmUp = round(rig, Math.max(1, this.load.warmUp()));
			EnduranceOutcome outcome = EnduranceOutcome.free(warmUp.lost(), warmUp.doubles()).plus(pause(rig, heap, 0));
			for (int i = 1; i <= this.rounds; i++) {
				outcome = outcome.plus(round(rig, this.jobsPerRound)).plus(pause(rig, heap, i * this.jobsPerRound));
			}
			report(outcome, heap, bench.results());
		}
	}

	// The records of the jobs, which take megabytes, are unreachable when this returns.
	// Otherwise they would count as memory of the system.
	private EnduranceOutcome round(Rig rig, int jobs) throws InterruptedException {
		EnduranceRound round = new EnduranceRound(rig, this.settings, jobs);
		Usage usage = round.run();
		return new EnduranceOutcome(usage, round.series().missing(), round.series().doubles());
	}

	// Waits until no job is left on the heap. Returns how many jobs are handled again
	// meanwhile.
	private static EnduranceOutcome pause(Rig rig, LiveHeap heap, int jobs) throws InterruptedException {
		JobSeries none = rig.system().newSeries(0);
		TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
		heap.measure(jobs);
		return EnduranceOutcome.free(0, none.doubles());
	}

	private void report(EnduranceOutcome outcome, LiveHeap heap, Results results) {
		int jobs = this.rounds * this.jobsPerRound;
		outcome.usage().reportRate(PHASE, jobs, results);
		outcome.usage().reportCost(PHASE, jobs, results);
		heap.report(PHASE, results);
		results.add(PHASE + ".lost", outcome.lost());
		results.add(PHASE + ".doubles", outcome.doubles());
	}

}
