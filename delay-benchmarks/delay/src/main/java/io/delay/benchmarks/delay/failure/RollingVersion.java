// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.util.ArrayList;
import java.util.List;

import io.delay.store.history.HistoryLimits;

/**
 * A version of the application that handles the jobs.
 *
 * @param classPath the class path with the jars of the version
 * @param history the history that it keeps; an earlier version does not know the settings
 */
record RollingVersion(String classPath, HistoryLimits history) {

	boolean keepsHistory() {
		return this.history.isOn();
	}

	List<String> arguments(LoadSettings settings, int failing) {
		List<String> arguments = new ArrayList<>(List.of("--benchmark.handling=" + settings.handling().toMillis(),
				"--benchmark.failing=" + failing, "--delay.listener.concurrency=" + settings.concurrency(),
				"--delay.job.ttr=" + settings.ttr().toMillis() + "ms"));
		if (keepsHistory()) {
			arguments.add("--delay.history.max-count=" + this.history.maxCount());
			arguments.add("--delay.history.payloads=" + this.history.withPayloads());
		}
		return arguments;
	}

}
