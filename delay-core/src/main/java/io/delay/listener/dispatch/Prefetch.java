// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.concurrent.TimeUnit;

/**
 * Determines how many jobs to hold beyond those being handled, so that workers do not
 * wait for the store: as many as the workers are expected to handle within a few
 * milliseconds, judging by recent jobs. No further jobs are held before the first job has
 * been handled, or if handlers are slow. Callers must hold the lock of the dispatcher.
 */
final class Prefetch {

	// The time for a round trip to the store, including the processing of a batch.
	private static final long HORIZON = TimeUnit.MILLISECONDS.toNanos(5);

	private static final int MAX_JOBS = 200;

	private static final double WEIGHT = 1.0 / 16;

	private final boolean enabled;

	// The average time between the ends of two consecutive jobs, over all workers.
	// Written by the threads that end jobs and by the poller.
	private double average = Double.POSITIVE_INFINITY;

	Prefetch(boolean enabled) {
		this.enabled = enabled;
	}

	int size() {
		return this.enabled ? (int) Math.min(MAX_JOBS, HORIZON / this.average) : 0;
	}

	// The number of busy workers includes the worker of this job. It may stay below the
	// concurrency if the executor has fewer threads.
	void handled(long nanos, int atWork) {
		double taken = Math.max(1.0, nanos) / atWork;
		this.average = Double.isInfinite(this.average) ? taken : this.average + WEIGHT * (taken - this.average);
	}

	// Records that waiting jobs were not handled in time, or that an asynchronous result
	// is complete: its worker was free meanwhile, so its handling time does not indicate
	// when workers become free.
	void tooMany() {
		this.average = Math.max(this.average, 2.0 * HORIZON);
	}

}
