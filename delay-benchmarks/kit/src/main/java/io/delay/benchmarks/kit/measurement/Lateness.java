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

package io.delay.benchmarks.kit.measurement;

import java.util.Arrays;

import io.delay.benchmarks.kit.Results;

/**
 * How late jobs were handled by the clock of the client, in milliseconds.
 *
 * @param p50 half of the jobs were not later
 * @param p99 99 % of the jobs were not later
 * @param max the maximum
 * @param early how many jobs were handled too early, by more than a millisecond, the
 * precision of due times
 */
public record Lateness(double p50, double p99, double max, int early) {

	private static final double MICROS_PER_MILLI = 1e3;

	public static Lateness of(long[] micros) {
		long[] sorted = micros.clone();
		Arrays.sort(sorted);
		int early = (int) Arrays.stream(sorted).filter((lateness) -> lateness < -MICROS_PER_MILLI).count();
		return new Lateness(percentile(sorted, 50), percentile(sorted, 99), percentile(sorted, 100), early);
	}

	private static double percentile(long[] sorted, int percent) {
		return sorted[(int) Math.ceil(percent / 100.0 * sorted.length) - 1] / MICROS_PER_MILLI;
	}

	public void tell(Results results) {
		results.add("lateness.p50", this.p50);
		results.add("lateness.p99", this.p99);
		results.add("lateness.max", this.max);
		results.add("lateness.early", this.early);
	}

}
