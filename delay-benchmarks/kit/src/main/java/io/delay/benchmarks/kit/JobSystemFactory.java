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
