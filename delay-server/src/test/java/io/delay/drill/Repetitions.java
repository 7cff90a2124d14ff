// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

/**
 * How often the drills repeat their fault.
 */
final class Repetitions {

	private static final int COUNT = Integer.getInteger("delay.test.repetitions", 8);

	private Repetitions() {
	}

	/**
	 * Return the number of repetitions of a fault that takes seconds.
	 */
	static int ofSlowFault() {
		return Math.max(2, COUNT / 2);
	}

	/**
	 * Return the number of repetitions of a fault that takes less.
	 */
	static int ofFastFault() {
		return COUNT;
	}

}
