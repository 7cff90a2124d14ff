// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.health;

import java.time.Duration;
import java.util.List;

import io.delay.store.admin.JobStoreInspector;

/**
 * Reads which operations a store refuses. If the store refuses nothing, the result is
 * reused for a while, so that frequent health probes stay cheap. Otherwise the next call
 * reads again, so that the end of a refusal is noticed at once.
 */
public final class RefusalsReader {

	private final JobStoreInspector inspector;

	private final Duration keep;

	private boolean noneRefused;

	/** When the refusals were last read, as a System.nanoTime() value. */
	private long readAt;

	public RefusalsReader(JobStoreInspector inspector, Duration keep) {
		this.inspector = inspector;
		this.keep = keep;
	}

	public List<String> read() {
		if (isFresh()) {
			return List.of();
		}
		long begin = System.nanoTime();
		List<String> refusals = this.inspector.refusals();
		keep(refusals.isEmpty(), begin);
		return refusals;
	}

	// The store may be in a different state after an outage.
	public void forget() {
		keep(false, 0);
	}

	private synchronized boolean isFresh() {
		return this.noneRefused && System.nanoTime() - this.readAt < this.keep.toNanos();
	}

	private synchronized void keep(boolean noneRefused, long readAt) {
		this.noneRefused = noneRefused;
		this.readAt = readAt;
	}

}
