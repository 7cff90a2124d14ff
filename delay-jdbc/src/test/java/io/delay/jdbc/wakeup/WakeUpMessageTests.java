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

package io.delay.jdbc.wakeup;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The text of notifications.
 */
class WakeUpMessageTests {

	@Test
	void aMessageIsReadAsItWasWritten() {
		WakeUpMessage message = new WakeUpMessage("here",
				Map.of("orders", Duration.ZERO, "A.b_c-9", Duration.ofMillis(1999)));
		List<String> texts = message.texts();
		assertThat(texts).hasSize(1);
		assertThat(WakeUpMessage.parse(texts.get(0))).isEqualTo(message);
	}

	@Test
	void aMessageWithoutTopicsHasItsOrigin() {
		assertThat(new WakeUpMessage("here", Map.of()).texts()).containsExactly("here");
		assertThat(WakeUpMessage.parse("here")).isEqualTo(new WakeUpMessage("here", Map.of()));
	}

	@Test
	void manyLongTopicsAreSpreadOverSeveralNotifications() {
		Map<String, Duration> delays = new TreeMap<>();
		for (int i = 100; i < 300; i++) {
			delays.put(i + "x".repeat(197), Duration.ofMillis(i));
		}
		List<String> texts = new WakeUpMessage("here", delays).texts();
		assertThat(texts).hasSizeGreaterThan(1)
			.allSatisfy((text) -> assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(8000));
		Map<String, Duration> read = new TreeMap<>();
		texts.forEach((text) -> read.putAll(WakeUpMessage.parse(text).delays()));
		assertThat(read).isEqualTo(delays);
	}

	@Test
	void invalidPartsAreIgnored() {
		assertThat(WakeUpMessage.parse("here x -1:a 12:orders :b 99999999999:c").delays())
			.isEqualTo(Map.of("orders", Duration.ofMillis(12)));
		assertThat(WakeUpMessage.parse("").delays()).isEmpty();
	}

}
