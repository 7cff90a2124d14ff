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

package io.delay.jdbc.work;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Low-water marks that several threads use at the same time.
 */
class LowWaterMarkRaceTests {

	private static final String TOPIC = "orders";

	private static final int PLACE = 1;

	private final LowWaterMarks marks = new LowWaterMarks();

	@Test
	void aJobThatIsWrittenWhileItsPlaceIsReadStaysAboveTheMark() {
		LowWaterMarks.Mark used = this.marks.get(TOPIC, PLACE);
		this.marks.lower(TOPIC, PLACE, 50);
		this.marks.raise(TOPIC, PLACE, used, 100);
		assertThat(score()).isLessThanOrEqualTo(50);
	}

	@Test
	void aThreadThatAnotherHasOvertakenDoesNotRaiseTheMark() {
		LowWaterMarks.Mark used = this.marks.get(TOPIC, PLACE);
		this.marks.get(TOPIC, PLACE);
		this.marks.raise(TOPIC, PLACE, used, 100);
		assertThat(score()).isZero();
	}

	private double score() {
		return this.marks.get(TOPIC, PLACE).score();
	}

}
