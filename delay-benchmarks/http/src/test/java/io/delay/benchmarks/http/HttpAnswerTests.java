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

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HttpAnswer}.
 */
class HttpAnswerTests {

	private final HttpAnswer answer = new HttpAnswer();

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 7, 1000 })
	void bodyWithALength(int size) {
		add("HTTP/1.1 201 \r\nContent-Length: 11\r\nOther: 1\r\n\r\n{\"id\":\"ä\"}", size);
		assertThat(this.answer.status()).isEqualTo(201);
		assertThat(this.answer.body()).isEqualTo("{\"id\":\"ä\"}");
		assertThat(this.answer.isLast()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 7, 1000 })
	void bodyInChunks(int size) {
		add("HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n1\r\n \r\n1\r\n \r\n"
				+ "b\r\n{\"jobs\":[]}\r\n0\r\n\r\n", size);
		assertThat(this.answer.body()).isEqualTo("  {\"jobs\":[]}");
		assertThat(this.answer.isLast()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 1000 })
	void noBody(int size) {
		add("HTTP/1.1 204 \r\nCache-Control: no-store\r\n\r\n", size);
		assertThat(this.answer.status()).isEqualTo(204);
		assertThat(this.answer.body()).isEmpty();
	}

	@Test
	void emptyBody() {
		add("HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", 1);
		assertThat(this.answer.body()).isEmpty();
	}

	// Complete with its last byte, and not before
	private void add(String text, int size) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		for (int i = 0; i < bytes.length; i += size) {
			int end = Math.min(bytes.length, i + size);
			boolean isComplete = this.answer.add(ByteBuffer.wrap(bytes, i, end - i));
			assertThat(isComplete).isEqualTo(end == bytes.length);
		}
	}

}
