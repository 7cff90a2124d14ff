// SPDX-License-Identifier: Apache-2.0

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
	void valuesAreReadInOrder() {
		ScriptReply reply = new ScriptReply(Arrays.asList(7L, TEXT, null, List.of(1L), 1000L));
		assertThat(reply.nextInt()).isEqualTo(7);
		assertThat(reply.nextText()).isEqualTo("größe");
		assertThat(reply.nextNullableBytes()).isNull();
		assertThat(reply.nextReply().nextBoolean()).isTrue();
		assertThat(reply.nextTime()).hasToString("1970-01-01T00:00:01Z");
		assertThat(reply.hasNext()).isFalse();
	}

	@Test
	void aPartEndsBeforeTheReply() {
		ScriptReply reply = new ScriptReply(List.of(1L, 2L, TEXT));
		ScriptReply part = reply.nextPart(2);
		assertThat(reply.remainingTexts()).containsExactly("größe");
		assertThat(part.nextLong()).isEqualTo(1);
		assertThat(part.nextLong()).isEqualTo(2);
		assertThat(part.hasNext()).isFalse();
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(part::nextLong);
	}

	@Test
	void aPartIsNotLongerThanTheReply() {
		ScriptReply reply = new ScriptReply(List.of(1L, 2L));
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> reply.nextPart(3));
	}

}
