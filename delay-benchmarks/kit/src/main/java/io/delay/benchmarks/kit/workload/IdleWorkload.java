// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.util.concurrent.TimeUnit;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.SystemUnderTest;
import io.delay.benchmarks.kit.redis.CommandMonitor;

/**
 * How many commands a system sends while there is nothing to do.
 */
final class IdleWorkload implements Workload {

	private static final int SETTLING_SECONDS = 5;

	private final int topics;

	private final int workers;

	private final int seconds;

	IdleWorkload(BenchmarkArguments arguments) {
		this.topics = arguments.number("topics", 10);
		this.workers = arguments.number("workers", 16);
		this.seconds = arguments.number("seconds", 20);
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (SystemUnderTest system = bench.open(this.topics);
				CommandMonitor monitor = CommandMonitor.start(bench.store())) {
			system.start(this.workers);
			TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
			long before = monitor.commands();
			TimeUnit.SECONDS.sleep(this.seconds);
			bench.results().add("idle.commands", (monitor.commands() - before) / (double) this.seconds);
		}
	}

}
