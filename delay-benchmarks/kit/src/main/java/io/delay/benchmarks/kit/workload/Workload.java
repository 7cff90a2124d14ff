// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import io.delay.benchmarks.kit.load.Bench;

/**
 * One way to use a system. Reads its arguments in the constructor.
 */
@FunctionalInterface
interface Workload {

	// Runs for a limited time and reports the figures.
	void run(Bench bench) throws InterruptedException;

}
