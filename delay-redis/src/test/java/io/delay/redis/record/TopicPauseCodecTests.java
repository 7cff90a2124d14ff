// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicPause;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is read of the note that a pause leaves.
 */
class TopicPauseCodecTests {

	@Test
	void timeAndNameAreRead() {
		assertThat(parse("1893456000000 Zoë of shop"))
			.isEqualTo(new TopicPause(new Operator("Zoë of shop"), Instant.parse("2030-01-01T00:00:00Z")));
		assertThat(parse("")).isNull();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "1", "yes", "1893456000000", "1893456000000 ", "1893456000000  ", "1893456000000000 alice" })
	void aPauseInAnUnknownFormatIsStillAPause(String text) {
		assertThat(parse(text)).isEqualTo(new TopicPause(new Operator("unknown"), Instant.EPOCH));
	}

	@Test
	void lineBreaksInTheNameOfAnOperatorAreReplaced() {
		assertThat(parse("1893456000000 a\nb").by()).hasToString("a_b");
	}

	private static @Nullable TopicPause parse(String text) {
		return TopicPauseCodec.parse(text.getBytes(StandardCharsets.UTF_8));
	}

}
