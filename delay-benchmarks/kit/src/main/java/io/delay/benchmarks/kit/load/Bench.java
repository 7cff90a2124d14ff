// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.JobSystemFactory;
import io.delay.benchmarks.kit.Results;
import io.delay.benchmarks.kit.StoreAddress;

/**
 * The parameters of a workload.
 *
 * @param mainClass starts another JVM with the same system
 * @param factory creates the system
 * @param results receives the figures
 */
public record Bench(Class<?> mainClass, JobSystemFactory factory, StoreAddress store, Results results) {

	public SystemUnderTest open(int topics) {
		JobSystem system = this.factory.create(this.store, topics);
		this.results.settings(system.description());
		return new SystemUnderTest(system);
	}

}
