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

import io.delay.benchmarks.kit.measurement.Meter;

/**
 * A system that consumes, threads that submit to it, and a meter.
 */
public final class Rig implements AutoCloseable {

	private final LoadSettings settings;

	private final SystemUnderTest system;

	private final Submitters submitters;

	private final Meter meter;

	public Rig(Bench bench, LoadSettings settings) {
		this.settings = settings;
		this.system = bench.open(1);
		this.submitters = new Submitters(settings.threads());
		this.meter = this.system.meter(bench.store());
		this.system.start(settings.workers());
	}

	LoadSettings settings() {
		return this.settings;
	}

	public SystemUnderTest system() {
		return this.system;
	}

	public Submitters submitters() {
		return this.submitters;
	}

	public Meter meter() {
		return this.meter;
	}

	// Warms up the JVM with jobs that are due at once, then with jobs that become due at
	// one moment. Returns how many jobs per second can be submitted.
	public double warmUp() throws InterruptedException {
		int half = Math.max(1, this.settings.warmUp() / 2);
		JobSeries series = this.system.newSeries(half);
		long start = System.nanoTime();
		this.submitters.submit(half, (index) -> this.system.submit(index, 0));
		double rate = half * 1e9 / (System.nanoTime() - start);
		series.awaitAll();
		return new LifeRound(this, half, rate).run().submits().rate(half);
	}

	@Override
	public void close() {
		try (this.meter; this.submitters; this.system) {
			// All, even if one fails
		}
	}

}
