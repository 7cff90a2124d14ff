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

package io.delay.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ScriptReply}.
 */
class ScriptReplyTests {

	private static final byte[] TEXT = "größe".getBytes(StandardCharsets.UTF_8);

	@Test
	void valuesAreReadInTheirOrder() {
		ScriptReply reply = new ScriptReply(Arrays.asList(7L, TEXT, null, List.of(1L), 1000L));
		assertThat(reply.nextInt()).isEqualTo(7);
		assertThat(reply.nextText()).isEqualTo("größe");
		assertThat(reply.nextNullableBytes()).isNull();
		assertThat(reply.nextReply().nextBoolean()).isTrue();
		assertThat(reply.nextTime()).hasToString("1970-01-01T00:00:01Z");
		assertThat(reply.hasNext()).isFalse();
	}

	@Test
	void partEndsBeforeTheReplyDoes() {
		ScriptReply reply = new ScriptReply(List.of(1L, 2L, TEXT));
		ScriptReply part = reply.nextPart(2);
		assertThat(reply.remainingTexts()).containsExactly("größe");
		assertThat(part.nextLong()).isEqualTo(1);
		assertThat(part.nextLong()).isEqualTo(2);
		assertThat(part.hasNext()).isFalse();
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(part::nextLong);
	}

	@Test
	void partIsNoLongerThanTheReply() {
		ScriptReply reply = new ScriptReply(List.of(1L, 2L));
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> reply.nextPart(3));
	}

}
