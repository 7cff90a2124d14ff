// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.floor;

/**
 * The keys: the same that Delay uses for jobs without priority, failures or leases.
 */
final class FloorKeys {

	static final String JOBS = "{floor:jobs:0}:jobs";

	static final String WAITING = "{floor:jobs:0}:waiting";

	static final String RESERVED = "{floor:jobs:0}:reserved";

	private FloorKeys() {
	}

}
