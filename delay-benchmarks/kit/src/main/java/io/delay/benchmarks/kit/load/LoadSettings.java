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
