// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

import java.time.Duration;

import io.delay.benchmarks.kit.BenchmarkArguments;

/**
 * The load of a system.
 *
 * @param threads how many threads submit
 * @param workers how many jobs are handled at the same time
 * @param warmUp the number of other jobs before
 * @param lead how long before the due time of all jobs the submits should end
 */
public record LoadSettings(int threads, int workers, int warmUp, Duration lead) {

	public static final int THREADS = 16;

	public static LoadSettings of(BenchmarkArguments arguments) {
		return of(arguments, THREADS);
	}

	public static LoadSettings of(BenchmarkArguments arguments, int threads) {
		return new LoadSettings(arguments.number("threads", threads), arguments.number("workers", 16),
				arguments.number("warm-up", 5000), Duration.ofMillis(arguments.number("lead", 2000)));
	}

}
