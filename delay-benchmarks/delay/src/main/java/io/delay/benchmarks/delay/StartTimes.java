// SPDX-License-Identifier: Apache-2.0

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
