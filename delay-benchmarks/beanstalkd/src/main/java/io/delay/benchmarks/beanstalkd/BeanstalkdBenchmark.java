// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.beanstalkd;

import io.delay.benchmarks.kit.workload.BenchmarkMain;

/**
 * Puts beanstalkd under a workload.
 *
 * @since 0.1.0
 */
public final class BeanstalkdBenchmark {

	private BeanstalkdBenchmark() {
	}

	/**
	 * Run a workload.
	 * @param arguments which one, and where beanstalkd is
	 */
	public static void main(String[] arguments) {
		BenchmarkMain.run(arguments, BeanstalkdSystem::new);
	}

}
