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
