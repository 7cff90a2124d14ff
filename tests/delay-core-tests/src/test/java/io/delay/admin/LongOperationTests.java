// SPDX-License-Identifier: Apache-2.0

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
