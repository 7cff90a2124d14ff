// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.measurement;

import io.delay.benchmarks.kit.Results;

/**
 * The resources that some jobs have used.
 *
 * @param seconds how long it took
 * @param storeCpuSeconds the CPU time of the store, NaN if it is unknown
 * @param clientCpuSeconds the CPU time of this JVM
 * @param allocatedBytes the memory that this JVM has allocated on its heap
 */
public record Usage(double seconds, double storeCpuSeconds, double clientCpuSeconds, double allocatedBytes) {

	private static final double MICROS = 1e6;

	public Usage plus(Usage other) {
		return new Usage(this.seconds + other.seconds, this.storeCpuSeconds + other.storeCpuSeconds,
				this.clientCpuSeconds + other.clientCpuSeconds, this.allocatedBytes + other.allocatedBytes);
	}

	public Usage lasting(double otherSeconds) {
		return new Usage(otherSeconds, this.storeCpuSeconds, this.clientCpuSeconds, this.allocatedBytes);
	}

	public double rate(int jobs) {
		return jobs / this.seconds;
	}

	public void reportRate(String phase, int jobs, Results results) {
		results.add(phase + ".rate", rate(jobs));
	}

	// Reports the usage per job.
	public void reportCost(String phase, int jobs, Results results) {
		if (!Double.isNaN(this.storeCpuSeconds)) {
			results.add(phase + ".redis-cpu", this.storeCpuSeconds * MICROS / jobs);
		}
		results.add(phase + ".client-cpu", this.clientCpuSeconds * MICROS / jobs);
		results.add(phase + ".allocated", this.allocatedBytes / jobs);
	}

}
