// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Gives one container access to the permit for isolated jobs.
 *
 * @param onFree makes the container reserve again once the permit is released
 */
public record Isolation(IsolationPermit permit, Runnable onFree) {

	// Makes the container reserve again once the permit is free, because an isolated job
	// was skipped. Returns the maximum time to wait before the next reserve, null if it
	// is not known.
	@Nullable Duration lookWhenFree(@Nullable Duration nextEvent) {
		// Register before calling freeWithin(): if the lease of the isolated job that has
		// the permit is not known yet, onFree is called as soon as it is known
		this.permit.whenFree(this.onFree);
		Duration free = this.permit.freeWithin();
		return (free != null && (nextEvent == null || free.compareTo(nextEvent) < 0)) ? free : nextEvent;
	}

	// Stop waiting for the permit, because the container has stopped.
	void forget() {
		this.permit.forget(this.onFree);
	}

}
