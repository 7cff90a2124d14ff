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

package io.delay.benchmarks.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Collects how late jobs arrive.
 */
final class LatenessCollector {

	private static final int PATIENCE_SECONDS = 30;

	private static final double MICROS_PER_MILLI = 1e3;

	private final List<Long> micros = new ArrayList<>();

	synchronized void add(long lateness) {
		this.micros.add(lateness);
		notifyAll();
	}

	/**
	 * Wait for jobs, and forget them.
	 * @param jobs the number of jobs
	 * @return how late each was, in ascending order, in milliseconds
	 * @throws InterruptedException if the thread is interrupted
	 */
	synchronized List<Double> take(int jobs) throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
		while (this.micros.size() < jobs) {
			long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
			if (left <= 0) {
				throw new IllegalStateException("Only " + this.micros.size() + " of " + jobs + " jobs arrived");
			}
			wait(left);
		}
		List<Long> sorted = new ArrayList<>(this.micros);
		Collections.sort(sorted);
		this.micros.clear();
		return sorted.stream().map((lateness) -> lateness / MICROS_PER_MILLI).toList();
	}

	static double percentile(List<Double> sorted, int percent) {
		return sorted.get((int) Math.ceil(percent / 100.0 * sorted.size()) - 1);
	}

}
