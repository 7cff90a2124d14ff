// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import java.time.Duration;
import java.time.Instant;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.LookingAheadStore;
import io.delay.store.memory.MemoryJobStore;

/**
 * A {@link MemoryJobStore} with a clock that stands still until it is moved.
 */
class MemoryStoreFixture implements StoreFixture {

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final MemoryJobStore store = LookingAheadStore.with(() -> this.now);

	@Override
	public JobStore store() {
		return this.store;
	}

	@Override
	public JobStoreInspector inspector() {
		return this.store;
	}

	@Override
	public JobStoreAdministrator administrator() {
		return this.store;
	}

	@Override
	public Instant now() {
		return this.now;
	}

	@Override
	public void advance(Duration duration) {
		this.now = this.now.plus(duration);
	}

}
