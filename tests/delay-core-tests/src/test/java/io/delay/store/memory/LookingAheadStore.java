// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.time.InstantSource;

import io.delay.test.store.inspect.HistoryContract;

/**
 * Creates a store that looks ahead with a clock that a test sets.
 */
public final class LookingAheadStore {

	private LookingAheadStore() {
	}

	public static MemoryJobStore with(InstantSource clock) {
		return new MemoryJobStore(clock, HistoryContract.SETTINGS, true);
	}

}
