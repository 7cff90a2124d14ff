// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.delay.store.Lease;
import io.delay.store.Touch;

/**
 * Determines when reports about running deliveries are due, and which of these deliveries
 * are still running although their leases have ended. To keep the cost of a delivery low,
 * the deliveries are examined only when a report may be due. The next examination is
 * scheduled when a delivery is added, because the poller is not woken when a worker
 * starts the delivery. Callers must hold the lock of the dispatcher.
 */
final class DueReports {

	// The minimum time between two examinations, so that a very short TTR does not cause
	// constant examinations.
	private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

	// Both collections are only read here.
	private final WaitingDeliveries waiting;

	private final Collection<JobDelivery> atWork;

	// The overruns that were found by an examination and are not yet taken. Written by
	// the poller, and by a thread that waits until the container is idle.
	private List<JobDelivery> overruns = List.of();

	// When to examine the deliveries again, as a System.nanoTime() value. Written by the
	// poller and the thread that starts due jobs.
	private long nextLook;

	// Whether there is no next examination. Written together with its time.
	private boolean none = true;

	DueReports(WaitingDeliveries waiting, Collection<JobDelivery> atWork) {
		this.waiting = waiting;
		this.atWork = atWork;
	}

	void added(JobDelivery delivery) {
		note(delivery.progress().startDelay());
	}

	private void note(long untilDue) {
		if (untilDue == ProgressReport.NEVER) {
			return;
		}
		long dueAt = System.nanoTime() + untilDue;
		if (this.none || dueAt - this.nextLook < 0) {
			this.nextLook = dueAt;
			this.none = false;
		}
	}

	private void pause() {
		long earliest = System.nanoTime() + SHORTEST_PAUSE;
		if (this.nextLook - earliest < 0) {
			this.nextLook = earliest;
		}
	}

	long untilDue() {
		boolean empty = this.atWork.isEmpty() && this.waiting.size() == 0;
		return (this.none || empty) ? ProgressReport.NEVER : this.nextLook - System.nanoTime();
	}

	// Returns the reports that are due, which then count as sent.
	List<Touch> take() {
		List<Touch> due = new ArrayList<>();
		List<JobDelivery> over = new ArrayList<>(this.overruns);
		if (untilDue() <= 0) {
			this.none = true;
			for (JobDelivery delivery : this.atWork) {
				Touch touch = delivery.progress().take();
				if (touch != null) {
					due.add(touch);
				}
				if (delivery.progress().takeOverrun()) {
					over.add(delivery);
				}
				note(delivery.progress().untilDue());
			}
			this.overruns = over;
			this.waiting.all().forEach(this::added);
			pause();
		}
		return due;
	}

	// Returns the deliveries whose leases have ended although their handlers are still
	// running. Each delivery is returned once.
	List<JobDelivery> takeOverruns() {
		List<JobDelivery> taken = this.overruns;
		this.overruns = List.of();
		return taken;
	}

	void repeat(List<Touch> reports) {
		Map<Lease, Touch> byLease = reports.stream().collect(Collectors.toMap(Touch::lease, Function.identity()));
		for (JobDelivery delivery : this.atWork) {
			Touch report = byLease.get(delivery.lease());
			if (report != null) {
				delivery.progress().repeat(report);
				note(delivery.progress().untilDue());
			}
		}
	}

}
