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

package io.delay.benchmarks.http;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JsonText} and {@link BenchmarkPayload}.
 */
class JsonTextTests {

	@Test
	void valuesOfAField() {
		String json = "{\"jobs\":[{\"id\":\"a\",\"token\":\"t\"},{\"id\":\"b\",\"token\":\"t\"}]}";
		assertThat(JsonText.values(json, "id")).containsExactly("a", "b");
		assertThat(JsonText.values(json, "token")).containsExactly("t", "t");
		assertThat(JsonText.values(json, "topic")).isEmpty();
	}

	@Test
	void countOfAText() {
		assertThat(JsonText.count("[\"DONE\",\"LEASE_LOST\",\"DONE\"]", "\"DONE\"")).isEqualTo(2);
	}

	@Test
	void payloadHasItsLengthAndItsTime() {
		long now = BenchmarkPayload.now();
		String payload = BenchmarkPayload.of(now);
		assertThat(payload).hasSize(BenchmarkPayload.LENGTH).startsWith("{").endsWith("\"}");
		assertThat(BenchmarkPayload.timeOf("{\"jobs\":[{\"payload\":" + payload + "}]}")).isEqualTo(now);
	}

}
