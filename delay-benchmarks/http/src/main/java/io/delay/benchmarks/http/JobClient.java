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

package io.delay.benchmarks.http;

import java.util.List;

/**
 * Submits and handles jobs of one topic, used by one thread. Every method checks that the
 * store has done all that was asked.
 */
interface JobClient extends AutoCloseable {

	/**
	 * Submit one job that is due now.
	 * @param payload the payload, which is JSON
	 */
	void submit(String payload);

	/**
	 * Submit jobs that are due now with one call.
	 * @param payloads the payload of each job
	 */
	void submitAll(List<String> payloads);

	/**
	 * Reserve jobs with one call and acknowledge them with another one.
	 * @param limit the maximum number of jobs
	 * @return the number of jobs
	 */
	int reserveAndAck(int limit);

	@Override
	void close();

}
