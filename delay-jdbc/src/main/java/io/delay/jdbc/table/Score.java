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

package io.delay.jdbc.table;

import java.time.Instant;

/**
 * The column by which jobs are sorted, in milliseconds since the epoch. It has fractions
 * only where the clock of the store was set back, see
 * {@link io.delay.store.life.StoreTime}.
 */
public final class Score {

	private static final int STEPS = 4096;

	private static final int NANOS_PER_MILLI = 1_000_000;

	private Score() {
	}

	/**
	 * Return the number that represents a score.
	 * @param score the score
	 * @return the number
	 */
	public static double of(Instant score) {
		int nanos = score.getNano() % NANOS_PER_MILLI;
		return score.toEpochMilli() + Math.round((double) nanos * STEPS / NANOS_PER_MILLI) / (double) STEPS;
	}

	/**
	 * Return the score that a number represents.
	 * @param number the number
	 * @return the score
	 */
	public static Instant of(double number) {
		long millis = (long) Math.floor(number);
		long steps = Math.round((number - millis) * STEPS);
		return Instant.ofEpochMilli(millis).plusNanos(steps * NANOS_PER_MILLI / STEPS);
	}

}
