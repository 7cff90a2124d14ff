// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import io.delay.benchmarks.kit.measurement.Lateness;

/**
 * Jobs with consecutive numbers: which of them were handled, how often and how late.
 */
public final class JobSeries {

	/** If no job is handled for this time, the remaining jobs count as missing. */
	private static final int MAX_WAIT_SECONDS = 30;

	private final int first;

	private final AtomicIntegerArray handled;

	private final long[] latenessMicros;

	private final AtomicInteger missing;

	private final AtomicInteger doubles = new AtomicInteger();

	private final CountDownLatch complete = new CountDownLatch(1);

	private volatile long completeNanoTime;

	JobSeries(int first, int jobs) {
		this.first = first;
		this.handled = new AtomicIntegerArray(jobs);
		this.latenessMicros = new long[jobs];
		this.missing = new AtomicInteger(jobs);
	}

	int first() {
		return this.first;
	}

	public int jobs() {
		return this.latenessMicros.length;
	}

	public int missing() {
		return this.missing.get();
	}

	public int doubles() {
		return this.doubles.get();
	}

	// The time at which the last of all jobs was first handled.
	public long completeNanoTime() {
		return this.completeNanoTime;
	}

	public Lateness lateness() {
		return Lateness.of(this.latenessMicros);
	}

	public void handled(Payload payload, long nowMicros) {
		int index = payload.sequence() - this.first;
		// A job of an earlier series was handled again, because no series is left
		// incomplete
		if (index < 0 || this.handled.getAndIncrement(index) > 0) {
			this.doubles.incrementAndGet();
			return;
		}
		this.latenessMicros[index] = nowMicros - payload.dueMicros();
		if (this.missing.decrementAndGet() == 0) {
			this.completeNanoTime = System.nanoTime();
			this.complete.countDown();
		}
	}

	public void awaitAll() throws InterruptedException {
		int missing = awaitAsManyAsCome();
		if (missing > 0) {
			throw new IllegalStateException(missing + " of " + jobs() + " jobs are missing: no other was handled in "
					+ MAX_WAIT_SECONDS + " s");
		}
	}

	// Returns the number of missing jobs when no other job has been handled for a while.
	public int awaitAsManyAsCome() throws InterruptedException {
		int before = missing();
		while (!this.complete.await(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
			int now = missing();
			if (now == before) {
				return now;
			}
			before = now;
		}
		return 0;
	}

	// Waits for a limited time, because some of the jobs may be lost.
	public void await(Duration maxWait) throws InterruptedException {
		this.complete.await(maxWait.toNanos(), TimeUnit.NANOSECONDS);
	}

}
