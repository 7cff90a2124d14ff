// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
import io.delay.store.JobStore;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.ForwardingJobStore;

/**
 * What became of each heartbeat of each device: when its timer was due, what the next
 * heartbeat found of it, and its firing. Arrays, for there are hundreds of thousands. The
 * local clock must be that of Redis.
 */
final class TimerLog {

	private static final int MAX_PROBLEMS = 20;

	private final int devices;

	private final int heartbeats;

	private final long[] dueMillis;

	private final JobState[] found;

	private final AtomicIntegerArray firings;

	private final AtomicLongArray firedMicros;

	private final AtomicLongArray visibleMillis;

	private final AtomicIntegerArray leasesLost;

	private final AtomicIntegerArray handBacksLost;

	private final AtomicLong laterAttempts = new AtomicLong();

	private final CountDownLatch readyFound = new CountDownLatch(1);

	private final CountDownLatch reservedFound = new CountDownLatch(1);

	TimerLog(int devices, int heartbeats) {
		this.devices = devices;
		this.heartbeats = heartbeats;
		int timers = devices * heartbeats;
		this.dueMillis = new long[timers];
		this.found = new JobState[timers];
		this.firings = new AtomicIntegerArray(timers);
		this.firedMicros = new AtomicLongArray(timers);
		this.visibleMillis = new AtomicLongArray(timers);
		this.leasesLost = new AtomicIntegerArray(devices);
		this.handBacksLost = new AtomicIntegerArray(devices);
	}

	int devices() {
		return this.devices;
	}

	int heartbeats() {
		return this.heartbeats;
	}

	static String id(int device) {
		return "device-" + device;
	}

	private static int device(String id) {
		return Integer.parseInt(id.substring("device-".length()));
	}

	/**
	 * Note what the store answered to a heartbeat. A device belongs to one thread.
	 */
	void submitted(int device, int heartbeat, SubmitResult result) {
		this.dueMillis[timer(device, heartbeat)] = result.dueTime().toEpochMilli();
		this.found[timer(device, heartbeat)] = result.found();
		if (result.found() == JobState.READY) {
			this.readyFound.countDown();
		}
		else if (result.found() == JobState.RESERVED) {
			this.reservedFound.countDown();
		}
	}

	/**
	 * Return once a heartbeat has found a timer ready, and another one a timer reserved.
	 * @param timeout how long to wait for each
	 * @throws TimeoutException if that takes longer than the timeout
	 */
	void awaitReadyAndReserved(Duration timeout) throws InterruptedException, TimeoutException {
		if (!this.readyFound.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
			throw new TimeoutException("No heartbeat has found a timer ready within " + timeout);
		}
		if (!this.reservedFound.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
			throw new TimeoutException("No heartbeat has found a timer reserved within " + timeout);
		}
	}

	/**
	 * A handler that notes which heartbeat's timer fires, and when.
	 */
	JobHandler handler() {
		return this::fired;
	}

	private void fired(ReservedJob job, JobContext context) {
		long now = ChronoUnit.MICROS.between(Instant.EPOCH, InstantSource.system().instant());
		int heartbeat = Integer.parseInt(new String(job.record().payload(), StandardCharsets.UTF_8));
		int timer = timer(device(context.id()), heartbeat);
		this.firings.incrementAndGet(timer);
		this.firedMicros.set(timer, now);
		this.visibleMillis.set(timer, context.visibleSince().toEpochMilli());
		this.laterAttempts.addAndGet(context.attempt() - 1);
	}

	/**
	 * A store that notes whose settlement came after its lease was void.
	 */
	JobStore around(JobStore store) {
		return new ForwardingJobStore(store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				List<SettleResult> results = super.settle(settlements);
				for (int i = 0; i < results.size(); i++) {
					if (results.get(i) == SettleResult.LEASE_LOST) {
						lost(settlements.get(i));
					}
				}
				return results;
			}

		};
	}

	private void lost(Settlement settlement) {
		int device = device(settlement.lease().id());
		this.leasesLost.incrementAndGet(device);
		if (settlement instanceof Settlement.HandBack) {
			this.handBacksLost.incrementAndGet(device);
		}
	}

	/**
	 * How many heartbeats found the timer of the one before in a state, or gone if
	 * {@code null}.
	 */
	long postponed(JobState state) {
		long count = 0;
		for (int device = 0; device < this.devices; device++) {
			for (int heartbeat = 1; heartbeat < this.heartbeats; heartbeat++) {
				count += (this.found[timer(device, heartbeat)] == state) ? 1 : 0;
			}
		}
		return count;
	}

	/**
	 * Whatever is not as promised, in words; not more than a reader can take in. A timer
	 * that was replaced while it waited never fires, any other one fires once and not
	 * before its time; only the lease of one that was replaced while it was reserved is
	 * void. Such a timer does not fire if the container, on a busy machine, was about to
	 * hand it back, or was told in time that it is gone; then it is not settled either.
	 */
	List<String> problems() {
		List<String> problems = new ArrayList<>();
		for (int device = 0; device < this.devices && problems.size() < MAX_PROBLEMS; device++) {
			int expectedLosses = this.handBacksLost.get(device);
			int unstarted = 0;
			for (int heartbeat = 0; heartbeat < this.heartbeats; heartbeat++) {
				JobState next = (heartbeat + 1 < this.heartbeats) ? this.found[timer(device, heartbeat + 1)] : null;
				if (next == JobState.RESERVED && this.firings.get(timer(device, heartbeat)) == 0) {
					unstarted++;
				}
				else {
					expectedLosses += (next == JobState.RESERVED) ? 1 : 0;
					check(device, heartbeat, next, problems);
				}
			}
			if (this.handBacksLost.get(device) > unstarted) {
				problems.add(id(device) + " was reserved and did not fire " + unstarted + " times, but was handed back "
						+ this.handBacksLost.get(device) + " times");
			}
			if (this.leasesLost.get(device) != expectedLosses) {
				problems.add(id(device) + " lost " + this.leasesLost.get(device) + " leases, not " + expectedLosses);
			}
		}
		if (this.laterAttempts.get() != 0) {
			problems.add(this.laterAttempts + " times, an attempt was not the first");
		}
		return problems;
	}

	private void check(int device, int heartbeat, JobState next, List<String> problems) {
		int timer = timer(device, heartbeat);
		String name = "heartbeat " + heartbeat + " of " + id(device);
		int expected = (next == JobState.DELAYED || next == JobState.READY) ? 0 : 1;
		int actual = this.firings.get(timer);
		if (actual != expected) {
			problems.add(name + " fired " + actual + " times, not " + expected + "; the next found it " + next);
		}
		else if (actual > 0 && this.firedMicros.get(timer) < this.dueMillis[timer] * 1000) {
			problems.add(
					name + " fired at " + this.firedMicros.get(timer) + " us, before " + this.dueMillis[timer] + " ms");
		}
		else if (actual > 0 && this.visibleMillis.get(timer) != this.dueMillis[timer]) {
			problems.add(name + " fired for " + this.visibleMillis.get(timer) + " ms, not for " + this.dueMillis[timer]
					+ " ms");
		}
	}

	private int timer(int device, int heartbeat) {
		return device * this.heartbeats + heartbeat;
	}

}
