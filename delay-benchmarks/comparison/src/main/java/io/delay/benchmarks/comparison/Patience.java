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

package io.delay.benchmarks.comparison;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for other processes, with a time limit.
 */
final class Patience {

	static final int SECONDS = 30;

	private static final int GAP_MILLIS = 20;

	private Patience() {
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
