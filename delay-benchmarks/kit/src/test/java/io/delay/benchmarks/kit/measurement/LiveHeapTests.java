// SPDX-License-Identifier: Apache-2.0

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
		assertThat(reported()).contains("RESULT endurance.heap-first 18.000", "RESULT endurance.heap-last 18.500",
				"RESULT endurance.heap-least 17.000", "RESULT endurance.heap-most 19.500");
	}

	private String reported() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
			this.heap.report("endurance", new Results(out));
		}
		return bytes.toString(StandardCharsets.UTF_8);
	}

}
