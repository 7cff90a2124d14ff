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

package io.delay.benchmarks.delay;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * How long an application took to start.
 *
 * @param millis from the start of its JVM
 * @param cpuMillis the CPU time of the thread that starts it, which is more meaningful if
 * other programs run
 */
record StartTimes(double millis, double cpuMillis) {

	private static final String STARTED = "STARTED ";

	private static final double NANOS = 1e6;

	// Called by the thread that has started the application.
	static StartTimes ofThisThread() {
		return new StartTimes(ManagementFactory.getRuntimeMXBean().getUptime(),
				ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / NANOS);
	}

	String line() {
		return STARTED + this.millis + " " + this.cpuMillis;
	}

	static Optional<StartTimes> parse(List<String> lines) {
		return lines.stream()
			.filter((line) -> line.startsWith(STARTED))
			.map((line) -> line.split(" "))
			.map((words) -> new StartTimes(Double.parseDouble(words[1]), Double.parseDouble(words[2])))
			.findFirst();
	}

	static double median(List<StartTimes> all, ToDoubleFunction<StartTimes> figure) {
		return all.stream().mapToDouble(figure).sorted().toArray()[all.size() / 2];
	}

}
