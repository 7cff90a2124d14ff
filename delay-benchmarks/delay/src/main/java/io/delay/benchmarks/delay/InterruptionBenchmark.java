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

package io.delay.benchmarks.delay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Prints for how long the machine interrupts a thread that only reads the clock. Run it
 * as the Redis of {@link OperatorBenchmark} is run: such interruptions lengthen scripts,
 * too.
 *
 * @since 0.1.0
 */
public final class InterruptionBenchmark {

	private static final long THRESHOLD = TimeUnit.MILLISECONDS.toNanos(1);

	private InterruptionBenchmark() {
	}

	/**
	 * Measure, print and end.
	 * @param arguments the number of seconds
	 */
	public static void main(String[] arguments) {
		int seconds = Integer.parseInt(arguments[0]);
		// The first seconds are those of the JVM, which starts and compiles
		measure(TimeUnit.SECONDS.toNanos(2));
		List<Long> interruptions = measure(TimeUnit.SECONDS.toNanos(seconds));
		System.out.printf("%d interruptions of more than 1 ms in %d s: %s%n", interruptions.size(), seconds,
				interruptions.stream()
					.map((nanos) -> String.format("%.1f ms", nanos / 1e6))
					.collect(Collectors.joining(", ")));
	}

	private static List<Long> measure(long duration) {
		List<Long> interruptions = new ArrayList<>();
		long start = System.nanoTime();
		long last = start;
		while (last - start < duration) {
			long now = System.nanoTime();
			if (now - last > THRESHOLD) {
				interruptions.add(now - last);
			}
			last = now;
		}
		return interruptions;
	}

}
