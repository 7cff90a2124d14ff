/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

	public void tellRate(String phase, int jobs, Results results) {
		results.add(phase + ".rate", rate(jobs));
	}

	// Reports the usage per job.
	public void tellCost(String phase, int jobs, Results results) {
		if (!Double.isNaN(this.storeCpuSeconds)) {
			results.add(phase + ".redis-cpu", this.storeCpuSeconds * MICROS / jobs);
		}
		results.add(phase + ".client-cpu", this.clientCpuSeconds * MICROS / jobs);
		results.add(phase + ".allocated", this.allocatedBytes / jobs);
	}

}
