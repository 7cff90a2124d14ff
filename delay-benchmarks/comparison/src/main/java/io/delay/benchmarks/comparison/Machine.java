// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

/**
 * The machine on which the comparison runs.
 */
final class Machine {

	private Machine() {
	}

	static String describe() {
		return "Java " + System.getProperty("java.vm.version") + ", " + System.getProperty("os.name") + " "
				+ System.getProperty("os.version") + " " + System.getProperty("os.arch") + ", "
				+ Runtime.getRuntime().availableProcessors() + " cores";
	}

}
