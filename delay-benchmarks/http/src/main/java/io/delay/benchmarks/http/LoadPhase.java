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

import java.util.Collections;
import java.util.List;

/**
 * What the threads do in one measurement. Each reserve follows the submit that has stored
 * its jobs.
 */
enum LoadPhase {

	/** Submit one by one. */
	SUBMIT("submit, one by one"),

	/** Reserve one job per call and acknowledge it. */
	RESERVE("reserve and ack, 1 job per call"),

	/** Submit in batches. */
	SUBMIT_ALL("submit, batches"),

	/** Reserve many jobs per call and acknowledge them. */
	RESERVE_ALL("reserve and ack, many jobs per call");

	private static final String PAYLOAD = BenchmarkPayload.of(BenchmarkPayload.now());

	private final String title;

	LoadPhase(String title) {
		this.title = title;
	}

	String title() {
		return this.title;
	}

	boolean isBatched() {
		return this == SUBMIT_ALL || this == RESERVE_ALL;
	}

	/**
	 * Do the work.
	 * @param threads the threads
	 * @param jobs the number of jobs
	 * @param batch the number of jobs per call if the phase is batched
	 * @return the number of calls that found no job
	 * @throws InterruptedException if the thread is interrupted
	 */
	int run(LoadThreads threads, int jobs, int batch) throws InterruptedException {
		List<String> payloads = Collections.nCopies(batch, PAYLOAD);
		switch (this) {
			case SUBMIT -> threads.repeat(jobs, (client) -> client.submit(PAYLOAD));
			case SUBMIT_ALL -> threads.repeat(jobs / batch, (client) -> client.submitAll(payloads));
			case RESERVE -> {
				return threads.drain(jobs, (client) -> client.reserveAndAck(1));
			}
			case RESERVE_ALL -> {
				return threads.drain(jobs, (client) -> client.reserveAndAck(batch));
			}
		}
		return 0;
	}

}
