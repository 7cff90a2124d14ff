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

package io.delay.listener.poll;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.HeldLease;

/**
 * Lets the containers of a factory hold one isolated job at a time, all of them together:
 * a job that ends its process takes no other such job with it. Safe for use by several
 * threads.
 */
public final class IsolationPermit {

	/** Set and cleared by pollers and by workers, under the lock of the permit. */
	private @Nullable Grant current;

	private final Set<Runnable> waiting = new LinkedHashSet<>();

	/**
	 * Take the permit, if it is free.
	 * @return what to release it by, {@code null} if another container has it
	 */
	synchronized @Nullable Grant tryAcquire() {
		if (!isFree()) {
			return null;
		}
		this.current = new Grant();
		return this.current;
	}

	// Once the lease has ended the job is another worker's, whether its handler ever
	// returns or not.
	private boolean isFree() {
		return this.current == null || (this.current.lease != null && this.current.lease.hasEnded());
	}

	/**
	 * Have a listener called once the permit is released, at once if it is free. It is
	 * also called once {@link #freeWithin()} is known.
	 * @param listener called once, by any thread; the same one does not wait twice
	 */
	void whenFree(Runnable listener) {
		synchronized (this) {
			if (!isFree()) {
				this.waiting.add(listener);
				return;
			}
		}
		listener.run();
	}

	/**
	 * Stop waiting for the permit.
	 * @param listener the listener, which is not called from now on unless a call is
	 * under way
	 */
	synchronized void forget(Runnable listener) {
		this.waiting.remove(listener);
	}

	/**
	 * How long until the permit is free at the latest, because the lease of the isolated
	 * job has ended, of which no listener is told.
	 * @return how long, {@code null} if that is not known
	 */
	synchronized @Nullable Duration freeWithin() {
		HeldLease lease = (this.current != null) ? this.current.lease : null;
		return (lease != null) ? Duration.ofNanos(Math.max(0, lease.end() - System.nanoTime())) : null;
	}

	private void release(Grant grant) {
		List<Runnable> told;
		synchronized (this) {
			if (this.current != grant) {
				return;
			}
			this.current = null;
			told = takeWaiting();
		}
		told.forEach(Runnable::run);
	}

	// Those who came while nobody knew how long to wait look again
	private void keep(Grant grant, HeldLease lease) {
		List<Runnable> told;
		synchronized (this) {
			grant.lease = lease;
			told = takeWaiting();
		}
		told.forEach(Runnable::run);
	}

	private List<Runnable> takeWaiting() {
		List<Runnable> taken = List.copyOf(this.waiting);
		this.waiting.clear();
		return taken;
	}

	/**
	 * The right to hold an isolated job.
	 */
	final class Grant {

		/** Guarded by the permit; null while a container asks for jobs. */
		private @Nullable HeldLease lease;

		/**
		 * Keep the permit for a job, until it is released or the lease ends.
		 * @param lease the lease of the job
		 */
		void keepFor(HeldLease lease) {
			IsolationPermit.this.keep(this, lease);
		}

		// More than once does no harm.
		void release() {
			IsolationPermit.this.release(this);
		}

	}

}
