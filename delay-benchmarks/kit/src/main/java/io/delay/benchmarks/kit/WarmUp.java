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
 * Lets a JVM compile what it is going to run: jobs that are due at once, then jobs that
 * become due at one moment.
 */
final class WarmUp {

	private final SystemUnderTest system;

	private final Submitters submitters;

	private final Meter meter;

	WarmUp(SystemUnderTest system, Submitters submitters, Meter meter) {
		this.system = system;
		this.submitters = submitters;
		this.meter = meter;
	}

	// Answers how many jobs a second can be submitted.
	double run(int jobs) throws InterruptedException {
		int half = Math.max(1, jobs / 2);
		JobSeries series = this.system.newSeries(half);
		long start = System.nanoTime();
		this.submitters.submit(half, (index) -> this.system.submit(index, 0));
		double rate = half * 1e9 / (System.nanoTime() - start);
		series.awaitAll();
		LifeRound round = new LifeRound(this.system, this.submitters, this.meter, half, rate);
		Usage submits = round.submit();
		round.drain();
		return submits.rate(half);
	}

}
