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

package io.delay.benchmarks.kit;

import java.util.concurrent.TimeUnit;

/**
 * Whether a system stays as it is while very many jobs pass through one JVM: how fast it
 * is through all of it, what remains on the heap, and whether each job is handled once.
 */
final class EnduranceWorkload implements Workload {

	private static final String PHASE = "endurance";

	/** A job is handled before it is acknowledged; until then it is alive. */
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
			EnduranceRound warmUp = new EnduranceRound(rig, this.settings, Math.max(1, this.load.warmUp()));
			warmUp.run();
			LiveHeap heap = new LiveHeap();
			int lost = warmUp.series().missing();
			int doubles = warmUp.series().doubles() + pause(rig, heap, 0);
			Usage usage = new Usage(0, 0, 0, 0);
			for (int i = 1; i <= this.rounds; i++) {
				EnduranceRound round = new EnduranceRound(rig, this.settings, this.jobsPerRound);
				usage = usage.plus(round.run());
				lost += round.series().missing();
				doubles += round.series().doubles() + pause(rig, heap, i * this.jobsPerRound);
			}
			tell(usage, heap, bench.results());
			bench.results().add(PHASE + ".lost", lost);
			bench.results().add(PHASE + ".doubles", doubles);
		}
	}

	// Nothing is to be alive of the jobs, and nothing of what counts them. Answers how
	// many jobs are handled once more meanwhile.
	private static int pause(Rig rig, LiveHeap heap, int jobs) throws InterruptedException {
		JobSeries none = rig.system().newSeries(0);
		TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
		heap.measure(jobs);
		return none.doubles();
	}

	private void tell(Usage usage, LiveHeap heap, Results results) {
		int jobs = this.rounds * this.jobsPerRound;
		results.rate(PHASE, usage, jobs);
		results.cost(PHASE, usage, jobs);
		heap.tell(PHASE, results);
	}

}
