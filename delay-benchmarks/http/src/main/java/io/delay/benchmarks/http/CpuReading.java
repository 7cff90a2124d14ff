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

import java.time.Duration;

/**
 * The CPU time that the processes have used until a moment.
 *
 * @param nanoTime the moment
 * @param client that of this process
 * @param server that of the server in front of the store, zero if there is none
 * @param store that of the store
 */
record CpuReading(long nanoTime, Duration client, Duration server, Duration store) {

	static CpuReading of(long serverPid, long storePid) {
		return new CpuReading(System.nanoTime(), cpuOf(ProcessHandle.current().pid()),
				(serverPid != 0) ? cpuOf(serverPid) : Duration.ZERO, cpuOf(storePid));
	}

	/**
	 * Read the CPU time of a process.
	 * @param pid the process
	 * @return the CPU time of all its threads, in steps of 10 ms on Linux
	 */
	static Duration cpuOf(long pid) {
		return ProcessHandle.of(pid).flatMap((process) -> process.info().totalCpuDuration()).orElseThrow();
	}

	CpuReading since(CpuReading start) {
		return new CpuReading(this.nanoTime - start.nanoTime, this.client.minus(start.client),
				this.server.minus(start.server), this.store.minus(start.store));
	}

	double seconds() {
		return this.nanoTime / 1e9;
	}

}
