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

package io.delay.redis.topic;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.redis.partition.TopicPartitions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TopicEntries}.
 */
class TopicEntriesTests {

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5000);

	private final TopicEntries entries = new TopicEntries(this.nanos::getAndIncrement);

	@Test
	void topicsThatWereNotUsedForLongestAreRemoved() {
		put(0, TopicEntries.MAX);
		assertThat(this.entries.size()).isEqualTo(TopicEntries.MAX);
		assertThat(this.entries.get("topic-0")).isNotNull();
		put(TopicEntries.MAX, TopicEntries.MAX + 1);
		assertThat(this.entries.size()).isEqualTo(TopicEntries.MAX / 2);
		assertThat(this.entries.get("topic-0")).isNotNull();
		assertThat(this.entries.get("topic-1")).isNull();
		assertThat(this.entries.get("topic-" + (TopicEntries.MAX / 2 + 2))).isNotNull();
		assertThat(this.entries.get("topic-" + TopicEntries.MAX)).isNotNull();
	}

	@Test
	void topicThatIsConfirmedIsUsed() {
		put(0, TopicEntries.MAX);
		put(0, 1);
		put(TopicEntries.MAX, TopicEntries.MAX + 1);
		assertThat(this.entries.get("topic-0")).isNotNull();
	}

	@Test
	void topicsWithoutPartitionsAreRemoved() {
		put(0, 2);
		assertThat(this.entries.put("topic-0", (present) -> null)).isNull();
		assertThat(this.entries.get("topic-0")).isNull();
		assertThat(this.entries.size()).isOne();
	}

	private void put(int from, int to) {
		IntStream.range(from, to)
			.mapToObj((number) -> "topic-" + number)
			.forEach((topic) -> this.entries.put(topic,
					(present) -> (present != null) ? present : new TopicPartitions("namespace", topic, 1)));
	}

}
