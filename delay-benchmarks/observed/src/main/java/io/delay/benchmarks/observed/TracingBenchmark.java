// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.observed;

/**
 * Delay under a workload, with tracing on.
 *
 * @since 0.1.0
 */
public final class TracingBenchmark {

	private TracingBenchmark() {
	}

	/**
	 * Run a workload.
	 * @param arguments which one, and where Redis is
	 */
	public static void main(String[] arguments) {
		new Observability(false, true).run(arguments);
	}

}
