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

package io.delay.listener.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.listener.UnprocessableJobException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StackTraceText}.
 */
class StackTraceTextTests {

	private static final StackTraceElement LISTENER = frame("shop.OrderListener.close", 12);

	private static final List<StackTraceElement> BELOW = List.of(
			frame("jdk.internal.reflect.DirectMethodHandleAccessor.invoke", 104),
			frame("java.lang.reflect.Method.invoke", 565),
			frame("org.springframework.messaging.handler.invocation.InvocableHandlerMethod.doInvoke", 169),
			frame("io.delay.listener.adapter.HandlerMethodJobHandler.handle", 90),
			frame("io.delay.listener.execute.JobExecution.execute", 80),
			frame("java.util.concurrent.ThreadPoolExecutor$Worker.run", 642), frame("java.lang.Thread.run", 1583));

	private final StackTraceText text = new StackTraceText(4096);

	private static StackTraceElement frame(String method, int line) {
		String type = method.substring(0, method.lastIndexOf('.'));
		return new StackTraceElement("app", "module", "1", type, method.substring(type.length() + 1),
				type.substring(type.lastIndexOf('.') + 1).replaceFirst("\\$.*", "") + ".java", line);
	}

	private static <T extends Throwable> T thrown(T exception, StackTraceElement... frames) {
		List<StackTraceElement> all = new ArrayList<>(Arrays.asList(frames));
		all.addAll(BELOW);
		exception.setStackTrace(all.toArray(StackTraceElement[]::new));
		return exception;
	}

	private static StackTraceElement[] frames(int number) {
		return IntStream.range(0, number)
			.mapToObj((i) -> frame("shop.Deep.call" + i, i))
			.toArray(StackTraceElement[]::new);
	}

	@Test
	void framesOfFrameworksAreFoldedAndCausesAreNamed() {
		IOException cause = thrown(new IOException("no route"), frame("shop.Payments.call", 3),
				frame("shop.Payments$$SpringCGLIB$$0.call", -1), frame("org.springframework.aop.Proxy.invoke", 5),
				frame("shop.Orders.pay", 7), LISTENER);
		Exception failure = thrown(new IllegalStateException("order 4711", cause), frame("shop.Orders.pay", 9),
				LISTENER);
		assertThat(this.text.of(failure)).isEqualTo("""
				\tat shop.Orders.pay(Orders.java:9)
				\tat shop.OrderListener.close(OrderListener.java:12)
				\t... 7 frames of Spring, the JDK and Delay
				Caused by: java.io.IOException: no route
				\tat shop.Payments.call(Payments.java:3)
				\t... 2 frames of Spring
				\tat shop.Orders.pay(Orders.java:7)
				\t... 8 more""");
	}

	@Test
	void firstFrameIsShownEvenIfItIsOfAFramework() {
		Exception failure = thrown(new IllegalArgumentException("no"),
				frame("org.springframework.util.Assert.notNull", 8), frame("io.delay.template.DelayTemplate.submit", 9),
				LISTENER);
		assertThat(this.text.of(failure)).startsWith("""
				\tat org.springframework.util.Assert.notNull(Assert.java:8)
				\t... 1 frame of Delay
				\tat shop.OrderListener""");
	}

	@Test
	void suppressedExceptionsAreNamed() {
		Exception failure = thrown(new IOException("read"), LISTENER);
		for (int i = 0; i < 5; i++) {
			failure.addSuppressed(thrown(new IOException("close " + i), frame("shop.File.close", i), LISTENER));
		}
		assertThat(this.text.of(failure)).endsWith("""
				\tSuppressed: java.io.IOException: close 2
				\t\tat shop.File.close(File.java:2)
				\t\t... 8 more
				\t... 2 suppressed exceptions""");
	}

	@Test
	void longStackTraceStillNamesTheLastCause() {
		Exception failure = new IOException("root");
		for (int i = 0; i < 5; i++) {
			failure = thrown(new IllegalStateException("level " + i, failure), frames(500));
		}
		assertThat(this.text.of(failure)).contains("Caused by: java.io.IOException: root")
			.contains("\tat shop.Deep.call0(")
			.satisfies((text) -> assertThat(bytes(text)).isBetween(2000, 4096));
	}

	@Test
	void firstAndLastOfManyCausesAreNamed() {
		Exception failure = new IOException("root");
		for (int i = 0; i < 50; i++) {
			failure = thrown(new IllegalStateException("level " + i, failure), LISTENER);
		}
		assertThat(this.text.of(failure)).contains("level 46", "... 43 causes", "level 2", "java.io.IOException: root")
			.doesNotContain("level 45", "level 3\n");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 30, 60, 100, 1000, 4096 })
	void textFitsIntoItsSizeInWholeLines(int size) {
		Exception failure = thrown(new IllegalStateException("x", new IOException("ü".repeat(9000))), LISTENER,
				frame("shop.Ümläut.größe", 3));
		String text = new StackTraceText(size).of(failure);
		assertThat((text != null) ? bytes(text) : 0).isLessThanOrEqualTo(size);
		assertThat((text != null) ? text.lines() : Stream.<String>empty())
			.allMatch((line) -> line.matches("\tat .*\\)|\t\\.\\.\\. .*|Caused by: java.io.IOException: .*"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 512, 1024, 4096 })
	void longMessagesAndSuppressedExceptionsDoNotHideTheLastCause(int size) {
		Exception failure = thrown(new IOException("root"), LISTENER);
		for (int i = 0; i < 4; i++) {
			failure = thrown(new IllegalStateException("m".repeat(600), failure), LISTENER);
			for (int k = 0; k < 3; k++) {
				failure.addSuppressed(thrown(new IOException("s".repeat(600)), LISTENER));
			}
		}
		String text = new StackTraceText(size).of(failure);
		assertThat(text).contains("Caused by: java.io.IOException: root");
		assertThat(bytes(text)).isLessThanOrEqualTo(size);
	}

	@ParameterizedTest
	@ValueSource(ints = { 512, 1024, 4096 })
	void longMessagesOfManyBytesDoNotHideTheLastCause(int size) {
		Exception failure = thrown(new IOException("根".repeat(500)), LISTENER);
		for (int i = 0; i < 8; i++) {
			failure = thrown(new IllegalStateException("订".repeat(500), failure), LISTENER);
		}
		String text = new StackTraceText(size).of(failure);
		assertThat(text).contains("Caused by: java.io.IOException: 根根");
		assertThat(bytes(text)).isLessThanOrEqualTo(size);
	}

	@Test
	void shortenedTextSaysWhatIsMissing() {
		Exception failure = thrown(new IOException("根".repeat(500)), frame("根".repeat(100) + ".x", 1));
		for (int i = 0; i < 5; i++) {
			failure = thrown(new IllegalStateException("m", failure), frame("根".repeat(100) + ".x", i));
		}
		assertThat(new StackTraceText(512).of(failure))
			.isEqualTo("... 4 causes\nCaused by: java.io.IOException: " + "根".repeat(57) + "...");
	}

	@Test
	void eachExceptionIsReadOnce() {
		AtomicInteger reads = new AtomicInteger();
		Exception failure = new IOException("root") {

			@Override
			public StackTraceElement[] getStackTrace() {
				reads.incrementAndGet();
				return frames(500);
			}

		};
		assertThat(new StackTraceText(512).of(failure)).contains("more");
		assertThat(reads).hasValue(1);
	}

	@Test
	void nothingIsWrittenIfTheSizeIsZero() {
		assertThat(new StackTraceText(0).of(thrown(new IOException(), LISTENER))).isNull();
	}

	@Test
	void exceptionWithoutFramesAndCauseHasNoText() {
		Exception failure = new IOException("lost");
		failure.setStackTrace(new StackTraceElement[0]);
		assertThat(this.text.of(failure)).isNull();
	}

	@Test
	void causesOfAnUnprocessableJobAreNamedWithoutTheirMessages() {
		Exception failure = thrown(new UnprocessableJobException("cannot be read", new IOException("{\"card\":4711}")),
				LISTENER);
		failure.addSuppressed(new IOException("4712"));
		assertThat(this.text.of(failure))
			.contains("Caused by: java.io.IOException\n", "Suppressed: java.io.IOException\n")
			.doesNotContain("471");
	}

	@Test
	void causesBelowAnUnprocessableJobAreNamedWithoutTheirMessages() {
		Exception cause = thrown(new IllegalStateException("{\"card\":4712}", new IOException("4713")), LISTENER);
		Exception unprocessable = thrown(new UnprocessableJobException("cannot be read", cause), LISTENER);
		unprocessable.addSuppressed(new IOException("4714"));
		assertThat(this.text.of(thrown(new IllegalStateException("wrapper", unprocessable), LISTENER)))
			.contains("UnprocessableJobException: cannot be read\n", "Caused by: java.lang.IllegalStateException\n",
					"Caused by: java.io.IOException", "Suppressed: java.io.IOException\n")
			.doesNotContain("471");
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.delay.console.X", "io.delay.jdbc.X", "io.delay.rest.X", "io.delay.server.X",
			"io.delay.job.Job", "io.delay.metrics.X", "io.delay.retention.X", "io.delay.autoconfigure.X",
			"io.delay.actuate.X", "io.delay.store.memory.X", "java.lang.Thread", "java.lang.reflect.Method",
			"shop.Orders$$SpringCGLIB$$0" })
	void frameOfAFrameworkIsFolded(String type) {
		assertThat(this.text.of(thrown(new IOException(), LISTENER, frame(type + ".x", 1)))).doesNotContain(type);
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.delay.sample.X", "io.delayed.X", "java.lang.ThreadGroup", "java.util.List" })
	void frameOfTheApplicationIsShown(String type) {
		assertThat(this.text.of(thrown(new IOException(), LISTENER, frame(type + ".x", 1)))).contains(type);
	}

	@Test
	void causesInACircleEnd() {
		Exception one = thrown(new IOException("one"), LISTENER);
		Exception two = thrown(new IOException("two", one), LISTENER);
		one.initCause(two);
		assertThat(this.text.of(one)).containsOnlyOnce("IOException: two").doesNotContain("IOException: one");
	}

	@Test
	void hundredThousandFramesAndCausesAreReadInPart() {
		Exception failure = null;
		StackTraceElement[] frames = frames(100_000);
		for (int i = 0; i < 1000; i++) {
			failure = new IllegalStateException("m".repeat(10_000), failure);
			failure.setStackTrace(frames);
		}
		String text = this.text.of(failure);
		assertThat(bytes(text)).isLessThanOrEqualTo(4096);
		assertThat(text).contains("\tat shop.Deep.call0(");
	}

	@Test
	void exceptionThatCannotBeReadIsLeftOut() {
		assertThat(this.text.of(new Unreadable())).isNull();
		assertThat(this.text.of(thrown(new IOException("x", new Unreadable()), LISTENER)))
			.endsWith("Caused by: " + Unreadable.class.getName());
		IOException nulls = new IOException() {

			@Override
			public StackTraceElement[] getStackTrace() {
				return new StackTraceElement[3];
			}

		};
		assertThat(this.text.of(nulls)).isNull();
	}

	private static int bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8).length;
	}

	private static final class Unreadable extends RuntimeException {

		@Override
		public String getMessage() {
			throw new IllegalStateException();
		}

		@Override
		public synchronized Throwable getCause() {
			throw new StackOverflowError();
		}

		@Override
		public StackTraceElement[] getStackTrace() {
			throw new IllegalStateException();
		}

		@Override
		public String toString() {
			throw new IllegalStateException();
		}

	}

}
