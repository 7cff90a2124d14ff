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

package io.delay.listener.dispatch;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;

/**
 * The deliveries of a container, both waiting and running, and the room for further ones:
 * one job per worker plus the number that {@link Prefetch} allows, limited by the total
 * payload size of the waiting jobs. Callers must hold the lock of the queue.
 */
final class HeldDeliveries {

	/** A reserve that is already in progress may exceed this limit. */
	private static final long MAX_WAITING_BYTES = 256 * 1024;

	private final int concurrency;

	/**
	 * Workers record how long each job took; the poller records when jobs have waited too
	 * long.
	 */
	private final Prefetch prefetch = new Prefetch();

	/**
	 * Filled by the poller; emptied by the workers, and on hand-back by the poller or the
	 * thread that stops the container.
	 */
	private final WaitingDeliveries waiting = new WaitingDeliveries();

	/** Each worker adds and removes its own delivery. */
	private final Set<JobDelivery> atWork = new HashSet<>();

	/** The poller adds new deliveries and sends the reports that are due. */
	private final DueReports reports = new DueReports(this.waiting, this.atWork);

	/** Set once, by the thread that stops the container. */
	private boolean closed;

	HeldDeliveries(int concurrency) {
		this.concurrency = concurrency;
	}

	/**
	 * Add waiting deliveries.
	 * @param deliveries the deliveries
	 * @return {@code false} if this object is closed and has accepted none of them
	 */
	boolean add(Collection<JobDelivery> deliveries) {
		if (this.closed) {
			return false;
		}
		for (JobDelivery delivery : deliveries) {
			this.waiting.add(delivery);
			this.reports.comes(delivery);
		}
		return true;
	}

	/**
	 * Remove and return the delivery that has waited longest.
	 * @return the delivery, {@code null} if none is waiting or this object is closed
	 */
	@Nullable JobDelivery take() {
		JobDelivery delivery = this.closed ? null : this.waiting.take();
		if (delivery != null) {
			this.atWork.add(delivery);
			delivery.progress().begin();
		}
		return delivery;
	}

	/**
	 * Remove a delivery that has ended.
	 * @param delivery the delivery
	 */
	void remove(JobDelivery delivery) {
		int workersAtWork = this.atWork.size();
		if (this.atWork.remove(delivery)) {
			if (delivery.isHandled()) {
				this.prefetch.handled(delivery.handlingNanos(), workersAtWork);
			}
		}
		else {
			this.waiting.remove(delivery);
		}
	}

	/**
	 * Return the number of jobs for which there is room. It is zero while more than half
	 * of the prefetched jobs are still waiting, because larger batches cost less.
	 * @return zero or more
	 */
	int room() {
		int held = this.waiting.size() + this.atWork.size();
		if (held < this.concurrency) {
			return this.concurrency - held + (isLarge() ? 0 : this.prefetch.size());
		}
		int prefetched = this.prefetch.size();
		boolean enough = prefetched == 0 || this.waiting.size() > prefetched / 2 || isLarge();
		return enough ? 0 : this.concurrency + prefetched - held;
	}

	private boolean isLarge() {
		return this.waiting.bytes() >= MAX_WAITING_BYTES;
	}

	DueReports reports() {
		return this.reports;
	}

	/**
	 * Return the time until a delivery has waited too long.
	 * @return the time in nanoseconds, zero or less if one already has
	 */
	long untilTooLate() {
		return (excess() > 0) ? this.waiting.untilTooLate() : Long.MAX_VALUE;
	}

	// The number of waiting jobs that are left when each idle worker has taken one.
	private int excess() {
		return Math.min(this.waiting.size(), this.waiting.size() + this.atWork.size() - this.concurrency);
	}

	/**
	 * Return the deliveries that remain waiting when each worker has one.
	 * @param workers the number of workers
	 * @return the most recent deliveries
	 */
	List<JobDelivery> waitingBeyond(int workers) {
		int idle = Math.max(0, workers - this.atWork.size());
		return this.waiting.last(Math.max(0, this.waiting.size() - idle));
	}

	/**
	 * Return the deliveries to hand back because no worker became free for them in time.
	 * @return the deliveries, none if they have not waited too long
	 */
	List<JobDelivery> tooLate() {
		if (untilTooLate() > 0) {
			return List.of();
		}
		this.prefetch.tooMany();
		return this.waiting.last(excess());
	}

	void close() {
		this.closed = true;
	}

	boolean isClosed() {
		return this.closed;
	}

	// Ignores a handler that runs on the calling thread, and handlers that exit the JVM,
	// because both wait for the calling thread.
	boolean isIdle() {
		return this.waiting.size() == 0
				&& this.atWork.stream().allMatch((delivery) -> delivery.isCaller() || delivery.isExiting());
	}

	ContainerLoad load() {
		return new ContainerLoad(this.atWork.size(), this.atWork.size() + this.waiting.size());
	}

	int waitingCount() {
		return this.waiting.size();
	}

	List<JobDelivery> waiting() {
		return this.waiting.all();
	}

	List<JobDelivery> atWork() {
		return List.copyOf(this.atWork);
	}

}
