// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.store.history.RunPosition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RunToken}.
 */
class RunTokenTests {

	static Stream<List<Long>> positions() {
		return Stream.of(List.of(1L), List.of(127L), List.of(128L), List.of(Long.MAX_VALUE),
				List.of(1L, Long.MAX_VALUE), List.of(5L, 4L, 16_388L, 4L));
	}

	@ParameterizedTest
	@MethodSource("positions")
	void positionIsReadFromItsText(List<Long> before) {
		RunPosition position = new RunPosition(before);
		assertThat(parse(RunToken.of(position))).isEqualTo(position);
	}

	@Test
	void tokenOfAThousandPartitionsFitsIntoTheRequestLine() {
		RunPosition position = new RunPosition(
				LongStream.range(0, 1024).map((i) -> 1_000_000_000L + (i * 7919) % 16_000).boxed().toList());
		assertThat(RunToken.of(position)).hasSizeLessThan(3000).matches("[A-Za-z0-9_-]+");
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "2030-01-31T08:00:00Z,0,17", "AA", "EQ", "AAA", "gA", "EYA", "-EQA=", "____________",
			"__________9_____________fw" })
	void invalidTokenIsRejected(String text) {
		assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> parse(text))
			.withMessage("Parameter 'after' must be 'next' of the previous page, but is '%s'", text);
	}

	@Test
	void missingPositionHasNoToken() {
		assertThat(RunToken.of(null)).isNull();
		assertThat(parse(null)).isNull();
		assertThat(parse("")).isNull();
	}

	private static RunPosition parse(String text) {
		return RunToken.parse(new EndpointParameters((text != null) ? Map.of("after", text) : Map.of()));
	}

}
