// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.execute.FailurePolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the logging context of deliveries.
 */
class LoggingContextTests {

	private final List<Map<String, String>> seen = new CopyOnWriteArrayList<>();

	private final List<Map<String, String>> after = new CopyOnWriteArrayList<>();

	private final ContainerFixture fixture = new ContainerFixture().workers((listener, concurrency) -> {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor();
		executor.setTaskDecorator(this::inOuterContext);
		return executor;
	});

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	@Test
	void contextNamesTheJobOnlyInTheHandlerAndInLogsOfItsFailure() {
		Appender appender = new Appender();
		appender.start();
		Logger logger = (Logger) LoggerFactory.getLogger(FailurePolicy.class);
		logger.addAppender(appender);
		try {
			this.fixture.submit("a");
			this.fixture.start(
					ContainerFixture.settings().concurrency(1).backoff(BackoffPolicy.fixed(Duration.ofMillis(1))),
					(job, context) -> {
						this.seen.add(MDC.getCopyOfContextMap());
						if (context.attempt() == 1) {
							throw new IllegalStateException("no");
						}
						MDC.put("left", context.id());
					});
			await().until(() -> this.seen.size() == 2);
		}
		finally {
			logger.detachAppender(appender);
		}
		assertThat(appender.contexts)
			.containsExactly(Map.of("delay_topic", "orders", "delay_id", "a", "delay_attempt", "1", "tenant", "t1"));
		assertThat(this.seen).containsExactly(
				Map.of("delay_topic", "orders", "delay_id", "a", "delay_attempt", "1", "tenant", "t1"),
				Map.of("delay_topic", "orders", "delay_id", "a", "delay_attempt", "2", "tenant", "t1"));
		this.fixture.close();
		assertThat(this.after).isNotEmpty()
			.allSatisfy((context) -> assertThat(context).isEqualTo(Map.of("tenant", "t1", "delay_id", "outer")));
	}

	private Runnable inOuterContext(Runnable worker) {
		return () -> {
			MDC.put("tenant", "t1");
			MDC.put("delay_id", "outer");
			worker.run();
			this.after.add(MDC.getCopyOfContextMap());
		};
	}

	private static final class Appender extends AppenderBase<ILoggingEvent> {

		final List<Map<String, String>> contexts = new CopyOnWriteArrayList<>();

		@Override
		protected void append(ILoggingEvent event) {
			this.contexts.add(Map.copyOf(event.getMDCPropertyMap()));
		}

	}

}
