// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.listener.UnprocessableJobException;
import io.delay.listener.execute.FailureReasons.StackTraceText;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StackTraceText}.
 */
class StackTraceTextTests {

	private final StackTraceText text = new StackTraceText(4096);

	private static <T extends Throwable> T thrown(T exception, int frames) {
		exception.setStackTrace(IntStream.range(0, frames)
			.mapToObj((i) -> new StackTraceElement("shop.Orders", "call" + i, "Orders.java", i + 1))
			.toArray(StackTraceElement[]::new));
		return exception;
	}

	private static int bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8).length;
	}

	@Test
	void framesAndCausesFollowTheFirstLine() {
		Exception failure = thrown(new IllegalStateException("order 4711", thrown(new IOException("no route"), 1)), 2);
		assertThat(this.text.of(failure)).isEqualTo("""
				\tat shop.Orders.call0(Orders.java:1)
				\tat shop.Orders.call1(Orders.java:2)
				Caused by: java.io.IOException: no route
				\tat shop.Orders.call0(Orders.java:1)""");
	}

	@Test
	void firstFramesOfEachExceptionAreKept() {
		Exception failure = thrown(new IllegalStateException("a", thrown(new IOException("b"), 25)), 500);
		assertThat(this.text.of(failure)).contains("call19(Orders.java:20)\n\t... 480 more\nCaused by")
			.endsWith("call19(Orders.java:20)\n\t... 5 more");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1024, 4096 })
	void allOfTenExceptionsAreNamedHoweverLongTheirMessagesAre(int size) {
		Exception failure = thrown(new IOException("root"), 500);
		for (int i = 0; i < 9; i++) {
			failure = thrown(new IllegalStateException(((size > 1024) ? "订" : "m").repeat(500), failure), 500);
		}
		String text = new StackTraceText(size).of(failure);
		assertThat(text).contains("Caused by: java.io.IOException: root");
		assertThat(bytes(text)).isLessThanOrEqualTo(size);
	}

	@Test
	void asManyFramesAreKeptAsFit() {
		Exception failure = thrown(new IOException("root"), 500);
		for (int i = 0; i < 5; i++) {
			failure = thrown(new IllegalStateException("level " + i, failure), 500);
		}
		String text = this.text.of(failure);
		assertThat(text).contains("call9(").doesNotContain("call10(");
		assertThat(bytes(text)).isLessThanOrEqualTo(4096);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 30, 60, 100, 1000, 4096 })
	void textFitsIntoItsSizeInWholeLines(int size) {
		Exception failure = thrown(new IllegalStateException("x", thrown(new IOException("ü".repeat(9000)), 30)), 30);
		String text = new StackTraceText(size).of(failure);
		assertThat((text != null) ? bytes(text) : 0).isLessThanOrEqualTo(size);
		assertThat((text != null) ? text.lines() : Stream.<String>empty())
			.allMatch((line) -> line.matches("\tat .*\\)|\t\\.\\.\\. .*|Caused by: java.io.IOException: .*"));
	}

	@Test
	void nothingIsWrittenIfTheSizeIsZero() {
		assertThat(new StackTraceText(0).of(thrown(new IOException(), 1))).isNull();
	}

	@Test
	void exceptionWithoutFramesAndCauseHasNoText() {
		assertThat(this.text.of(thrown(new IOException("lost"), 0))).isNull();
	}

	@Test
	void causesBelowAnUnprocessableJobAreNamedWithoutTheirMessages() {
		Exception cause = thrown(new IllegalStateException("{\"card\":4712}", new IOException("4713")), 1);
		Exception unprocessable = thrown(new UnprocessableJobException("cannot be read", cause), 1);
		unprocessable.addSuppressed(new IOException("4714"));
		assertThat(this.text.of(thrown(new IllegalStateException("wrapper", unprocessable), 1)))
			.contains("UnprocessableJobException: cannot be read\n", "Caused by: java.lang.IllegalStateException\n",
					"Caused by: java.io.IOException\n")
			.doesNotContain("471");
	}

	@Test
	void textOfCausesThatFormACycleEnds() {
		Exception one = thrown(new IOException("one"), 1);
		one.initCause(thrown(new IOException("two", one), 1));
		assertThat(this.text.of(one)).contains("IOException: two");
	}

	@Test
	void exceptionThatCannotBeReadHasNoText() {
		Exception failure = new IOException("x", new RuntimeException() {

			@Override
			public String getMessage() {
				throw new StackOverflowError();
			}

		});
		assertThat(this.text.of(failure)).isNull();
	}

}
