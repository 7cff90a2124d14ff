// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.dbscheduler;

import io.delay.benchmarks.kit.workload.BenchmarkMain;

/**
 * Runs a workload against db-scheduler.
 *
 * @since 0.1.0
 */
public final class DbSchedulerBenchmark {

	private DbSchedulerBenchmark() {
	}

	/**
	 * Run the workload of the arguments.
	 * @param arguments the arguments of {@link BenchmarkMain}
	 */
	public static void main(String[] arguments) {
		BenchmarkMain.run(arguments, new DbSchedulerSystemFactory());
	}

}
