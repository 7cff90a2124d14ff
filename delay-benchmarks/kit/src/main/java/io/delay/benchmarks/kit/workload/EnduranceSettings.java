// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.time.Duration;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.load.SystemUnderTest;

/**
 * How the jobs of {@link EnduranceWorkload} are submitted.
 *
 * @param batch how many jobs are submitted with one call, 1 for one by one
 * @param backlog how many jobs may be submitted and not yet handled
 * @param spread the time within which delayed jobs become due
 */
record EnduranceSettings(int batch, int backlog, Duration spread) {

	/** Has no factor in common with a usual spread, so that the delays are mixed. */
	private static final long STRIDE = 397;

	EnduranceSettings {
		if (batch < 1 || backlog < batch) {
			throw new IllegalArgumentException("'backlog' must be at least 'batch', and this at least 1");
		}
	}

	static EnduranceSettings of(BenchmarkArguments arguments) {
		return new EnduranceSettings(arguments.number("batch", SystemUnderTest.BATCH),
				arguments.number("backlog", 100_000), Duration.ofMillis(arguments.number("spread", 1000)));
	}

	// Every other batch is due at once.
	Duration delay(int number) {
		return (number % 2 == 0) ? Duration.ZERO : Duration.ofMillis(number * STRIDE % (this.spread.toMillis() + 1));
	}

}
