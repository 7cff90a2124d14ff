// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.delay.listener.ContainerLoad;

/**
 * The deliveries of a container, which are not yet due, waiting for a worker, or running.
 * Also determines the room for further ones: one job per worker plus the number that
 * {@link Prefetch} allows, limited by the total payload size of the waiting jobs. If
 * workers take several jobs together, there is room for a batch per free worker instead.
 * Jobs that are not yet due take no room from ready ones. Callers must hold the lock of
 * the dispatcher.
 */
final class HeldDeliveries {

	// The limit of the total payload size. A reserve in progress may exceed it.
	private static final long MAX_WAITING_BYTES = 256 * 1024;

	private final int concurrency;

	// The maximum number of deliveries that a worker takes together.
	private final int batch;

	// Workers record how long each job took, unless they take several together; the
	// poller records when jobs have waited too long.
	private final Prefetch prefetch;

	// Filled by the poller and by the thread that starts due jobs; emptied by the
	// workers, and on hand-back by these threads or the one that stops the container.
	private final WaitingDeliveries waiting;

	// Filled by the poller; emptied when jobs are due or handed back.
	private final AheadDeliveries ahead = new AheadDeliveries();

	// Each worker adds its own deliveries, and removes them unless the result is
	// asynchronous; in that case, the thread that completes the result removes them.
	private final DeliveriesAtWork atWork = new DeliveriesAtWork();

	// The poller adds new deliveries and sends the reports that are due.
	private final DueReports reports;

	// The maximum number of deliveries that a worker is expected to take together. It is
	// one while the delivery that was added last must be handled alone. Otherwise, if the
	// jobs of a topic must be handled alone, most of them would be reserved and handed
	// back repeatedly. Written by the poller.
	private int expectedBatch;

	// The number of workers passed to the executor, whether they have started or not. The
	// poller and the thread that starts due jobs add workers and remove rejected ones;
	// each worker removes itself when it ends.
	private int workers;

	// The number of workers passed to the executor that have not started. The poller and
	// the thread that starts due jobs add workers and remove rejected ones; each worker
	// removes itself when it starts.
	private int starting;

	// Whether the poller waits for room for jobs that are not yet due. Set by the poller;
	// reset by the thread that makes room.
	private boolean roomAheadWanted;

	// Set once, by the thread that stops the container.
	private boolean closed;

	HeldDeliveries(JobDispatcher.Limits limits, int batch) {
		this.concurrency = limits.concurrency();
		this.batch = batch;
		this.expectedBatch = batch;
		this.prefetch = new Prefetch(limits.prefetching());
		this.waiting = new WaitingDeliveries(batch);
		this.reports = new DueReports(this.waiting, this.atWork.all());
	}

	boolean add(Collection<JobDelivery> deliveries) {
		if (!this.closed) {
			deliveries.forEach(this::add);
		}
		return !this.closed;
	}

	private void add(JobDelivery delivery) {
		this.expectedBatch = delivery.isAlone() ? 1 : this.batch;
		if (delivery.isAhead() || delivery.isUnchecked()) {
			this.ahead.add(delivery);
		}
		else {
			addWaiting(delivery);
		}
	}

	private void addWaiting(JobDelivery delivery) {
		this.waiting.add(delivery);
		this.reports.added(delivery);
	}

	// Makes the jobs that are due wait for a worker, and returns those to hand back
	// because no worker is expected to start them soon.
	List<JobDelivery> startDue() {
		List<JobDelivery> due = this.ahead.takeDue();
		due.forEach(this::addWaiting);
		List<JobDelivery> excess = this.waiting.beyond(freeWorkers() + this.prefetch.size());
		return excess.stream().skip(Math.max(0, excess.size() - due.size())).toList();
	}

	// An asynchronous result counts as a busy worker until it is complete.
	private int freeWorkers() {
		return Math.max(0, this.concurrency - this.atWork.workers());
	}

	AheadDeliveries ahead() {
		return this.ahead;
	}

	// Returns how many workers are missing. Each worker that has not started will take
	// one waiting delivery, or several that it carries out together. Deliveries for which
	// no worker is free wait until earlier ones have ended, including those whose
	// asynchronous results are not complete.
	int missing() {
		int startable = Math.min(this.waiting.workersNeeded(), freeWorkers());
		return Math.max(0, Math.min(this.concurrency - this.workers, startable - this.starting));
	}

	// The caller must start them.
	int addMissing() {
		int missing = missing();
		this.workers += missing;
		this.starting += missing;
		return missing;
	}

	// Returns the most recent deliveries, which no starting worker will take.
	List<JobDelivery> withoutWorkers(int count) {
		this.workers -= count;
		this.starting -= count;
		return this.waiting.beyond(this.starting);
	}

	// Returns the deliveries that a starting worker takes, none if it must end.
	List<JobDelivery> begin() {
		this.starting--;
		return takeOrEnd();
	}

	// Returns the deliveries that a worker takes next, none if it must end, for instance
	// because starting workers will take all deliveries.
	List<JobDelivery> next() {
		if (this.waiting.workersNeeded() > this.starting) {
			return takeOrEnd();
		}
		this.workers--;
		return List.of();
	}

	private List<JobDelivery> takeOrEnd() {
		List<JobDelivery> taken = take();
		this.workers -= taken.isEmpty() ? 1 : 0;
		return taken;
	}

	// Counts a worker that has ended without having asked for the next delivery.
	void workerFailed() {
		this.workers--;
	}

	// Removes and returns the delivery that has waited longest, and those that can be
	// carried out together with it.
	List<JobDelivery> take() {
		List<JobDelivery> deliveries = (this.closed || freeWorkers() == 0) ? List.of() : this.waiting.take();
		this.atWork.add(deliveries);
		deliveries.forEach((delivery) -> delivery.progress().begin());
		return deliveries;
	}

	void remove(JobDelivery delivery) {
		int workersAtWork = this.atWork.workers();
		if (this.atWork.remove(delivery)) {
			if (delivery.isPending()) {
				this.prefetch.tooMany();
			}
			else if (this.batch == 1 && delivery.isHandled()) {
				this.prefetch.handled(delivery.handlingNanos(), workersAtWork);
			}
		}
		else if (!this.ahead.remove(delivery)) {
			this.waiting.remove(delivery);
		}
	}

	// Returns the number of jobs for which there is room. It is zero while more than half
	// of the prefetched jobs are still waiting, because larger reserves cost less per
	// job.
	int room() {
		if (this.batch > 1) {
			return isLarge() ? 0 : Math.max(0, this.waiting.room(freeWorkers(), this.expectedBatch));
		}
		int held = this.waiting.size() + this.atWork.workers();
		if (held < this.concurrency) {
			return this.concurrency - held + (isLarge() ? 0 : this.prefetch.size());
		}
		int prefetched = this.prefetch.size();
		boolean enough = prefetched == 0 || this.waiting.size() > prefetched / 2 || isLarge();
		return enough ? 0 : this.concurrency + prefetched - held;
	}

	// Returns the number of jobs that can be held until they are due, so that workers can
	// start them on time. If workers take several deliveries together, it is at most one
	// batch in all.
	int roomAhead() {
		boolean none = this.waiting.bytes() + this.ahead.bytes() >= MAX_WAITING_BYTES || this.ahead.untilOverdue() <= 0
				|| this.ahead.isCheckSlow();
		int room = this.waiting.room(this.concurrency - this.atWork.workers(), this.expectedBatch)
				+ this.prefetch.size();
		int most = (this.batch > 1) ? Math.min(room, this.batch) : room;
		return none ? 0 : Math.max(0, most - this.ahead.size());
	}

	// Whether there is room for jobs that are not yet due. If there is none,
	// isRoomAheadAgain() reports when there is room again.
	boolean hasRoomAhead() {
		this.roomAheadWanted = roomAhead() == 0;
		return !this.roomAheadWanted;
	}

	// Returns true only once.
	boolean isRoomAheadAgain() {
		boolean again = this.roomAheadWanted && roomAhead() > 0;
		this.roomAheadWanted &= !again;
		return again;
	}

	private boolean isLarge() {
		return this.waiting.bytes() >= MAX_WAITING_BYTES;
	}

	DueReports reports() {
		return this.reports;
	}

	// Also returns the deliveries that DueReports.takeOverruns() would return.
	List<JobDelivery> takeOverdueResults() {
		List<JobDelivery> overdue = new ArrayList<>(this.reports.takeOverruns());
		this.atWork.all()
			.stream()
			.filter((delivery) -> delivery.isPending() && delivery.progress().takeOverrun())
			.forEach(overdue::add);
		return overdue;
	}

	// Returns the nanoseconds until workers are missing, a delivery has waited too long
	// for a worker or is overdue, or a report is due.
	long untilMaintenance() {
		return (missing() > 0) ? 0
				: Math.min(Math.min(this.ahead.untilOverdue(), untilWaitedTooLong()), this.reports.untilDue());
	}

	private long untilWaitedTooLong() {
		return (this.waiting.workersNeeded() > freeWorkers()) ? this.waiting.untilWaitedTooLong() : Long.MAX_VALUE;
	}

	// Returns the deliveries to hand back because no worker became free for them in time.
	List<JobDelivery> waitedTooLong() {
		List<JobDelivery> overdue = this.ahead.takeOverdue();
		if (untilWaitedTooLong() > 0) {
			return overdue;
		}
		this.prefetch.tooMany();
		return Stream.concat(overdue.stream(), this.waiting.beyond(freeWorkers()).stream()).toList();
	}

	// Returns the deliveries that no worker has taken, whether their jobs are due or not.
	List<JobDelivery> close() {
		this.closed = true;
		return Stream.concat(this.waiting.all().stream(), this.ahead.all().stream()).toList();
	}

	boolean isClosed() {
		return this.closed;
	}

	// Ignores a handler that runs on the calling thread, and handlers that exit the JVM,
	// because both wait for the calling thread.
	boolean isIdle() {
		if (this.waiting.size() + this.ahead.size() > 0) {
			return false;
		}
		Set<HandlerRun> exiting = new HashSet<>();
		for (JobDelivery delivery : this.atWork.all()) {
			if (!delivery.isCaller()) {
				HandlerRun run = delivery.startedRun();
				// The deliveries of a batch share a run, whose stack is inspected once
				if (run == null || (!exiting.contains(run) && !run.isExiting())) {
					return false;
				}
				exiting.add(run);
			}
		}
		return true;
	}

	ContainerLoad load() {
		int held = this.atWork.all().size() + this.waiting.size() + this.ahead.size();
		return new ContainerLoad(this.atWork.workers(), held, this.atWork.overdue());
	}

	List<JobDelivery> atWork() {
		return List.copyOf(this.atWork.all());
	}

}
