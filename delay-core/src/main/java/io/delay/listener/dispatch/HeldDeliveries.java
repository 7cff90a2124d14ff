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
 * The deliveries of a container, those that wait for a worker and those at work, and for
 * how many more there is room: beyond one job per worker for what {@link Prefetch}
 * allows, bounded by the bytes of the payloads that wait. For use under a lock.
 */
final class HeldDeliveries {

	/** A reply of the store that is under way comes on top of it. */
	private static final long MAX_WAITING_BYTES = 256 * 1024;

	private final int concurrency;

	/** Workers note how long they took, the poller that it was too long. */
	private final Prefetch prefetch = new Prefetch();

	/**
	 * Filled by the poller, emptied by workers and by whoever hands back: the poller or
	 * the thread that stops.
	 */
	private final WaitingDeliveries waiting = new WaitingDeliveries();

	/** Each worker adds and removes its own. */
	private final Set<JobDelivery> atWork = new HashSet<>();

	/** The poller notes what comes and sends what is due. */
	private final DueReports reports = new DueReports(this.waiting, this.atWork);

	/** Set once, by the thread that stops the container. */
	private boolean closed;

	HeldDeliveries(int concurrency) {
		this.concurrency = concurrency;
	}

	/**
	 * Add deliveries that wait.
	 * @param deliveries the deliveries
	 * @return {@code false} if nothing is taken any more
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
	 * Take the delivery that has waited longest, for a worker.
	 * @return the delivery, {@code null} if none waits or nothing is given any more
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
	 * Forget a delivery, for it has ended.
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
	 * For how many more jobs there is room. With jobs at hand it is none until half of
	 * them are taken: larger batches cost less.
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
	 * How long until what waits has waited for too long.
	 * @return nanoseconds, zero or less if it has already
	 */
	long untilTooLate() {
		return (excess() > 0) ? this.waiting.untilTooLate() : Long.MAX_VALUE;
	}

	// Jobs that are more than one per worker.
	private int excess() {
		return Math.min(this.waiting.size(), this.waiting.size() + this.atWork.size() - this.concurrency);
	}

	/**
	 * The deliveries that would wait if each worker had one.
	 * @param workers how many workers there are
	 * @return the deliveries, those that came last
	 */
	List<JobDelivery> waitingBeyond(int workers) {
		int idle = Math.max(0, workers - this.atWork.size());
		return this.waiting.last(Math.max(0, this.waiting.size() - idle));
	}

	/**
	 * The deliveries for which no worker will be free soon, since none was in time.
	 * @return the deliveries, none if there was no need to wait for long
	 */
	List<JobDelivery> tooLate() {
		if (untilTooLate() > 0) {
			return List.of();
		}
		this.prefetch.tooMany();
		return this.waiting.last(excess());
	}

	// Take nothing and give nothing any more.
	void close() {
		this.closed = true;
	}

	boolean isClosed() {
		return this.closed;
	}

	// Whether nothing waits and no worker is at work, not counting the calling thread and
	// those that end the JVM: they wait for the caller.
	boolean isIdle() {
		return this.waiting.size() == 0
				&& this.atWork.stream().allMatch((delivery) -> delivery.isCaller() || delivery.isExiting());
	}

	ContainerLoad load() {
		return new ContainerLoad(this.atWork.size(), this.atWork.size() + this.waiting.size());
	}

	// How many wait.
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
