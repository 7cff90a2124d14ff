// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.delay.benchmarks.kit.measurement.Reading;
import io.delay.benchmarks.kit.measurement.Usage;

/**
 * The whole life of a series of jobs: all are submitted, then all become due at one
 * moment.
 */
public final class LifeRound {

	/** How much longer than expected the submits may take. */
	private static final double LEEWAY = 2;

	/** The figures before the jobs are due are read this long before. */
	private static final Duration READ_AHEAD = Duration.ofMillis(20);

	/** A job is handled before it is acknowledged; the work for that is counted, too. */
	private static final Duration SETTLING = Duration.ofMillis(100);

	private final Rig rig;

	private final JobSeries series;

	private final long dueNanoTime;

	private final long dueMicros;

	public LifeRound(Rig rig, int jobs, double expectedRate) {
		this.rig = rig;
		this.series = rig.system().newSeries(jobs);
		Duration delay = rig.settings().lead().plusMillis((long) (jobs / expectedRate * LEEWAY * 1000));
		this.dueNanoTime = System.nanoTime() + delay.toNanos();
		this.dueMicros = rig.system().dueMicros(delay);
	}

	public JobSeries series() {
		return this.series;
	}

	public LifeUsage run() throws InterruptedException {
		return new LifeUsage(submit(), drain());
	}

	public Usage submit() throws InterruptedException {
		Reading start = this.rig.meter().read();
		this.rig.submitters().submit(this.series.jobs(), (index) -> this.rig.system().submit(index, this.dueMicros));
		Reading end = this.rig.meter().read();
		if (remaining().minus(READ_AHEAD).isNegative()) {
			throw new IllegalStateException("The submits of " + this.series.jobs()
					+ " jobs took longer than expected: the first ones were due before the last ones were submitted");
		}
		return end.since(start);
	}

	// Wait until the jobs are almost due.
	public void awaitDue() throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(remaining().minus(READ_AHEAD).toNanos());
	}

	public Usage drain() throws InterruptedException {
		awaitDue();
		Reading start = this.rig.meter().read();
		this.series.awaitAll();
		TimeUnit.NANOSECONDS.sleep(SETTLING.toNanos());
		Reading end = this.rig.meter().read();
		return end.since(start)
			.lasting(Duration.ofNanos(this.series.completeNanoTime() - this.dueNanoTime).toNanos() / 1e9);
	}

	private Duration remaining() {
		return Duration.ofNanos(this.dueNanoTime - System.nanoTime());
	}

}
