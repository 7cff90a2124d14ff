// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for other processes, with a time limit.
 */
final class MaxWait {

	static final int SECONDS = 30;

	private static final int GAP_MILLIS = 20;

	private MaxWait() {
	}

	static void await(String what, BooleanSupplier condition) {
		long start = System.nanoTime();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(SECONDS)) {
				throw new IllegalStateException("Not within " + SECONDS + " s: " + what);
			}
			pause();
		}
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Interrupted while another process is awaited", ex);
		}
	}

}
