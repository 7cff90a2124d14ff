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

package io.delay.benchmarks.kit.measurement;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import io.delay.benchmarks.kit.Results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link LiveHeap}.
 */
class LiveHeapTests {

	private final LiveHeap heap = new LiveHeap();

	@Test
	void aLeakOfSomeBytesPerJobIsTheSlope() {
		this.heap.add(0, 18_000_000);
		this.heap.add(1000, 18_003_000);
		this.heap.add(3000, 18_009_000);
		assertThat(this.heap.slope()).isEqualTo(3, within(1e-6));
	}

	@Test
	void aHeapThatGoesUpAndComesBackHasNoSlope() {
		this.heap.add(0, 18_000_000);
		this.heap.add(1000, 19_000_000);
		this.heap.add(2000, 18_000_000);
		assertThat(this.heap.slope()).isEqualTo(0, within(1e-6));
	}

	@Test
	void theLeastAndTheMostNeedNotBeTheFirstAndTheLast() {
		this.heap.add(0, 18_000_000);
		this.heap.add(1000, 19_500_000);
		this.heap.add(2000, 17_000_000);
		this.heap.add(3000, 18_500_000);
		assertThat(told()).contains("RESULT endurance.heap-first 18.000", "RESULT endurance.heap-last 18.500",
				"RESULT endurance.heap-least 17.000", "RESULT endurance.heap-most 19.500");
	}

	private String told() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
			this.heap.tell("endurance", new Results(out));
		}
		return bytes.toString(StandardCharsets.UTF_8);
	}

}
