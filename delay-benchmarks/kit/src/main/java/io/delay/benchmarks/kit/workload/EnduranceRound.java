// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.delay.benchmarks.kit.load.JobSeries;
import io.delay.benchmarks.kit.load.Rig;
import io.delay.benchmarks.kit.load.SystemUnderTest;
import io.delay.benchmarks.kit.measurement.Reading;
import io.delay.benchmarks.kit.measurement.Usage;

/**
 * Some of the jobs of {@link EnduranceWorkload}: submitted while others are handled, but
 * never far ahead of them.
 */
final class EnduranceRound {

	/**
	 * Short compared with the time in which a full backlog is handled, but long enough to
	 * cost almost nothing.
	 */
	private static final Duration PAUSE = Duration.ofMillis(10);

	private static final Duration MAX_WAIT = Duration.ofSeconds(30);

	/**
	 * A job that was handed out but not handled is not lost: it is delivered again after
	 * its lease.
	 */
	private static final Duration LEASE = Duration.ofSeconds(60);

	private final Rig rig;

	private final EnduranceSettings settings;

	private final JobSeries series;

	EnduranceRound(Rig rig, EnduranceSettings settings, int jobs) {
		this.rig = rig;
		this.settings = settings;
		this.series = rig.system().newSeries(jobs);
	}

	JobSeries series() {
		return this.series;
	}

	Usage run() throws InterruptedException {
		Reading start = this.rig.meter().read();
		int batch = this.settings.batch();
		this.rig.submitters().submit((this.series.jobs() + batch - 1) / batch, this::submit);
		if (this.series.awaitAsManyAsCome() > 0) {
			this.series.await(LEASE);
		}
		return this.rig.meter().read().since(start);
	}

	private void submit(int number) {
		int from = number * this.settings.batch();
		int to = Math.min(from + this.settings.batch(), this.series.jobs());
		awaitRoom(to);
		SystemUnderTest system = this.rig.system();
		Duration delay = this.settings.delay(number);
		if (this.settings.batch() == 1) {
			system.submit(from, system.dueMicros(delay));
		}
		else {
			system.submitBatch(from, to, delay);
		}
	}

	private void awaitRoom(int submitted) {
		long deadline = System.nanoTime() + MAX_WAIT.toNanos();
		while (submitted - handled() > this.settings.backlog()) {
			if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
				throw new IllegalStateException("There is no room in the backlog: " + handled() + " of " + submitted
						+ " jobs were handled, after " + MAX_WAIT.toSeconds() + " s");
			}
			LockSupport.parkNanos(PAUSE.toNanos());
		}
	}

	private int handled() {
		return this.series.jobs() - this.series.missing();
	}

}
