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

import java.util.Collection;
import java.util.List;

/**
 * How late jobs were, in microseconds.
 *
 * @param min the minimum
 * @param p50 half of the jobs were not later
 * @param p99 99 % of the jobs were not later
 * @param max the maximum
 */
record LatenessFigures(long min, long p50, long p99, long max) {

	static LatenessFigures of(Collection<Long> micros) {
		List<Long> sorted = micros.stream().sorted().toList();
		return new LatenessFigures(sorted.get(0), percentile(sorted, 50), percentile(sorted, 99),
				sorted.get(sorted.size() - 1));
	}

	private static long percentile(List<Long> sorted, int percent) {
		return sorted.get((int) Math.ceil(percent / 100.0 * sorted.size()) - 1);
	}

	@Override
	public String toString() {
		return String.format("min %.2f ms, p50 %.2f ms, p99 %.2f ms, max %.2f ms", this.min / 1e3, this.p50 / 1e3,
				this.p99 / 1e3, this.max / 1e3);
	}

}
