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

package io.delay.admin;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LongOperation}.
 */
class LongOperationTests {

	private final List<Integer> limits = new ArrayList<>();

	private final LongOperation operation = new LongOperation("Purging topic 'orders'");

	@ParameterizedTest
	@CsvSource({ "0,", "7, 7", "100, 100", "101, 50 51", "199, 99 100", "200, 100 100", "303, 100 100 51 52" })
	void lastTwoStepsAreEquallyLarge(int jobs, String expected) {
		assertThat(this.operation.repeat(jobs, (limit) -> {
			this.limits.add(limit);
			return limit;
		})).isEqualTo(jobs);
		assertThat(this.limits.stream().map(String::valueOf).toList())
			.isEqualTo((expected != null) ? List.of(expected.split(" ")) : List.of());
		assertThat(this.operation.done()).isEqualTo(jobs);
	}

	@Test
	void stepThatFindsNothingIsTheLastOne() {
		assertThat(this.operation.repeat(1000, (limit) -> {
			this.limits.add(limit);
			return (this.limits.size() < 3) ? limit : 0;
		})).isEqualTo(200);
		assertThat(this.limits).containsExactly(100, 100, 100);
	}

}
