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
