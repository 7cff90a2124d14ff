// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.redisson;

import io.delay.benchmarks.kit.workload.BenchmarkMain;

/**
 * Runs a workload against Redisson.
 *
 * @since 0.1.0
 */
public final class RedissonBenchmark {

	private RedissonBenchmark() {
	}

	/**
	 * Run the workload of the arguments.
	 * @param arguments the arguments of {@link BenchmarkMain}
	 */
	public static void main(String[] arguments) {
		BenchmarkMain.run(arguments, new RedissonSystemFactory());
	}

}
