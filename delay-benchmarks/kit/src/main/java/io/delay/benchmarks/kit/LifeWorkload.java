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

/**
 * What a job costs from submit to acknowledgement: threads submit one by one, then all
 * jobs become due at one moment.
 */
final class LifeWorkload implements Workload {

	/** Enough to see what is repeated; the monitor slows Redis down. */
	private static final int MONITORED = 2000;

	private static final double MONITORED_SLOWNESS = 5;

	private final int jobs;

	private final int threads;

	private final int workers;

	private final int warmUp;

	LifeWorkload(BenchmarkArguments arguments) {
		this.jobs = arguments.number("jobs", 20_000);
		this.threads = arguments.number("threads", 16);
		this.workers = arguments.number("workers", 16);
		this.warmUp = arguments.number("warm-up", this.jobs / 4);
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (SystemUnderTest system = bench.open(1);
				Submitters submitters = new Submitters(this.threads);
				Meter meter = new Meter(bench.store())) {
			system.start(this.workers);
			double rate = new WarmUp(system, submitters, meter).run(this.warmUp);
			measure(new LifeRound(system, submitters, meter, this.jobs, rate), bench.results());
			if (bench.store().jdbcUrl() == null) {
				int monitored = Math.min(MONITORED, this.jobs);
				count(new LifeRound(system, submitters, meter, monitored, rate / MONITORED_SLOWNESS), bench);
			}
		}
	}

	private void measure(LifeRound round, Results results) throws InterruptedException {
		Usage submits = round.submit();
		Usage drain = round.drain();
		results.usage("submit", submits, this.jobs);
		results.usage("drain", drain, this.jobs);
		results.usage("life", submits.plus(drain), this.jobs);
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
