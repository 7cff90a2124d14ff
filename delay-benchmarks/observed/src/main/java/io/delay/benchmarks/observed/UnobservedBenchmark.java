// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.observed;

/**
 * Delay under a workload, with nothing on.
 *
 * @since 0.1.0
 */
public final class UnobservedBenchmark {

	private UnobservedBenchmark() {
	}

	/**
	 * Run a workload.
	 * @param arguments which one, and where Redis is
	 */
	public static void main(String[] arguments) {
		new Observability(false, false).run(arguments);
	}

}
