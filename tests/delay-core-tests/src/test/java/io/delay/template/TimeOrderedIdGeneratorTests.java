// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TimeOrderedIdGeneratorTests {

	private final AtomicLong now = new AtomicLong(1_760_000_000_000L);

	private final JobIdGenerator generator = JobIdGenerator.timeOrdered(() -> Instant.ofEpochMilli(this.now.get()));

	@Test
	void idsHaveFourteenLettersAndDigits() {
		assertThat(this.generator.generate()).matches("[0-9A-Za-z]{14}");
	}

	@Test
	void idsOfOneMillisecondIncrease() {
		List<String> ids = new ArrayList<>();
		IntStream.range(0, 10_000).forEach((i) -> ids.add(this.generator.generate()));
		assertThat(ids).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void idsIncreaseWithTime() {
		List<String> ids = new ArrayList<>();
		IntStream.range(0, 10_000).forEach((i) -> {
			ids.add(this.generator.generate());
			this.now.addAndGet(i);
		});
		assertThat(ids).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void idsIncreaseWhenTheClockGoesBack() {
		String before = this.generator.generate();
		this.now.addAndGet(-60_000);
		assertThat(this.generator.generate()).isGreaterThan(before);
	}

	@Test
	void generatorsDoNotShareTheRandomPart() {
		JobIdGenerator other = JobIdGenerator.timeOrdered(() -> Instant.ofEpochMilli(this.now.get()));
		String id = this.generator.generate();
		String otherId = other.generate();
		assertThat(otherId.substring(0, 7)).isEqualTo(id.substring(0, 7));
		assertThat(otherId).isNotEqualTo(id);
	}

	@Test
	void threadsGetDifferentIds() {
		Set<String> ids = ConcurrentHashMap.newKeySet();
		IntStream.range(0, 20_000).parallel().forEach((i) -> ids.add(this.generator.generate()));
		assertThat(ids).hasSize(20_000);
	}

}
