// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit;

/**
 * Creates the system under test.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobSystemFactory {

	/**
	 * The system property that may hold the TTR of jobs, for instance {@code 5s}. Without
	 * it, and in systems that have none, the default of the system applies.
	 */
	String TTR_PROPERTY = "benchmark.ttr";

	/**
	 * Create a system that can submit at once.
	 * @param topics how many topics it listens on once it is started; jobs are submitted
	 * to the first
	 */
	JobSystem create(StoreAddress store, int topics);

}
