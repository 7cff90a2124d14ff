// SPDX-License-Identifier: Apache-2.0

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
