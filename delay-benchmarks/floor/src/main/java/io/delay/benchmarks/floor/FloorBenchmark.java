// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.floor;

import io.delay.benchmarks.kit.workload.BenchmarkMain;

/**
 * Puts the floor under a workload.
 *
 * @since 0.1.0
 */
public final class FloorBenchmark {

	private FloorBenchmark() {
	}

	/**
	 * Run a workload.
	 * @param arguments which one, and where Redis is
	 */
	public static void main(String[] arguments) {
		BenchmarkMain.run(arguments, (store, topics) -> new FloorSystem(store));
	}

}
