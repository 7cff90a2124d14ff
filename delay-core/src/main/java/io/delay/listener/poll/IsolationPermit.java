// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.HeldLease;

/**
 * Ensures that the containers of a factory together hold at most one isolated job at a
 * time, so that a job that crashes its process affects no other isolated job. Safe for
 * use by several threads.
 */
public final class IsolationPermit {

	// Set and cleared by pollers and workers, under the lock of the permit.
	private @Nullable Grant current;

	private final Set<Runnable> waiting = new LinkedHashSet<>();

	synchronized @Nullable Grant tryAcquire() {
		if (!isFree()) {
			return null;
		}
		this.current = new Grant();
		return this.current;
	}

	// Once the lease has ended, another worker may reserve the job, whether or not its
	// handler ever returns.
	private boolean isFree() {
		return this.current == null || (this.current.lease != null && this.current.lease.hasEnded());
	}

	// The listener is called once, on any thread: when the permit is released, at once if
	// it is free, or when the result of freeWithin() becomes known. A listener that is
	// already waiting is not added again.
	void whenFree(Runnable listener) {
		synchronized (this) {
			if (!isFree()) {
				this.waiting.add(listener);
				return;
			}
		}
		listener.run();
	}

	// The listener is not called any more, except by a call already in progress.
	synchronized void forget(Runnable listener) {
		this.waiting.remove(listener);
	}

	// The time until the lease of the isolated job ends, after which the permit is free.
	// Listeners are not called then. Null if no isolated job is held or its lease is not
	// yet known.
	synchronized @Nullable Duration freeWithin() {
		HeldLease lease = (this.current != null) ? this.current.lease : null;
		return (lease != null) ? Duration.ofNanos(Math.max(0, lease.end() - System.nanoTime())) : null;
	}

	private void release(Grant grant) {
		List<Runnable> listeners;
		synchronized (this) {
			if (this.current != grant) {
				return;
			}
			this.current = null;
			listeners = takeWaiting();
		}
		listeners.forEach(Runnable::run);
	}

	// Containers that registered before the lease was known reserve again, to determine
	// how long to wait
	private void keep(Grant grant, HeldLease lease) {
		List<Runnable> listeners;
		synchronized (this) {
			grant.lease = lease;
			listeners = takeWaiting();
		}
		listeners.forEach(Runnable::run);
	}

	private List<Runnable> takeWaiting() {
		List<Runnable> taken = List.copyOf(this.waiting);
		this.waiting.clear();
		return taken;
	}

	final class Grant {

		// Guarded by the lock of the permit; null while the container is still reserving.
		private @Nullable HeldLease lease;

		// Holds the permit for a job until release() is called or the lease ends.
		void keepFor(HeldLease lease) {
			IsolationPermit.this.keep(this, lease);
		}

		// Safe to call more than once.
		void release() {
			IsolationPermit.this.release(this);
		}

	}

	/**
	 * Gives one container access to the permit for isolated jobs.
	 *
	 * @param onFree makes the container reserve again once the permit is released
	 */
	public record Access(IsolationPermit permit, Runnable onFree) {

		// Makes the container reserve again once the permit is free, because an isolated
		// job was skipped. Returns the maximum time to wait before the next reserve, null
		// if it is not known.
		@Nullable Duration lookWhenFree(@Nullable Duration nextEvent) {
			// Register before calling freeWithin(): if the lease of the isolated job that
			// has the permit is not known yet, onFree is called as soon as it is known
			this.permit.whenFree(this.onFree);
			Duration free = this.permit.freeWithin();
			return (free != null && (nextEvent == null || free.compareTo(nextEvent) < 0)) ? free : nextEvent;
		}

		void forget() {
			this.permit.forget(this.onFree);
		}

	}

}
