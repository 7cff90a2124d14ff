// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.rqueue;

import io.delay.benchmarks.kit.workload.BenchmarkMain;

/**
 * Runs a workload against Rqueue.
 *
 * @since 0.1.0
 */
public final class RqueueBenchmark {

	private RqueueBenchmark() {
	}

	/**
	 * Run the workload of the arguments.
	 * @param arguments the arguments of {@link BenchmarkMain}
	 */
	public static void main(String[] arguments) {
		BenchmarkMain.run(arguments, RqueueSystem::new);
	}

}
