// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.listener;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.Deliveries;
import io.delay.autoconfigure.RedisNamespace;
import io.delay.autoconfigure.StartupFailure;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.JobContext;
import io.delay.listener.JobErrorDecision;
import io.delay.listener.JobErrorHandler;
import io.delay.listener.JobInterceptor;
import io.delay.listener.JobInvocation;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The options of listeners, on a real Redis.
 */
class ListenersOnRedisTests {

	@RegisterExtension
	private final RedisNamespace namespace = new RedisNamespace();

	private final ApplicationContextRunner runner = this.namespace.application();

	@AfterEach
	void audit() {
		assertThat(this.namespace.findings()).isEmpty();
	}

	@Test
	void methodHandlesSeveralTopicsWithTheirOwnSettings() {
		this.runner.withPropertyValues("delay.topics.second.concurrency=3")
			.withBean(SeveralTopics.class)
			.run((context) -> {
				DelayTemplate template = context.getBean(DelayTemplate.class);
				SeveralTopics listener = context.getBean(SeveralTopics.class);
				for (String topic : new String[] { "first", "second" }) {
					template.submit(topic, "x", Duration.ZERO);
					assertThat(listener.deliveries.next()).isEqualTo(topic);
				}
				DelayListenerRegistry registry = context.getBean(DelayListenerRegistry.class);
				assertThat(registry.container("first").terms().concurrency()).isEqualTo(2);
				assertThat(registry.container("second").terms().concurrency()).isEqualTo(3);
			});
	}

	@Test
	void onlyExceptionsToRetryAndTheirCausesAreRetried() {
		this.runner
			.withPropertyValues("delay.listener.backoff.type=fixed", "delay.listener.backoff.delay=1ms",
					"delay.listener.backoff.jitter=1ms")
			.withBean(RetryingListener.class)
			.run((context) -> {
				DelayTemplate template = context.getBean(DelayTemplate.class);
				RetryingListener listener = context.getBean(RetryingListener.class);
				template.submit(Job.to("retried").id("a").payload("io").build());
				assertThat(listener.deliveries.next()).isEqualTo("io 1");
				assertThat(listener.deliveries.next()).isEqualTo("io 2");
				template.submit(Job.to("retried").id("b").payload("not found").build());
				assertThat(listener.deliveries.next()).isEqualTo("not found 1");
				await().atMost(Duration.ofSeconds(10))
					.until(() -> template.find("retried", "b")
						.filter((job) -> job.state() == JobState.FAILED)
						.isPresent());
				assertThat(listener.deliveries.isEmpty()).isTrue();
			});
	}

	@Test
	@Tag("thorough")
	void leasesOfLongHandlersAreExtended() {
		this.runner.withPropertyValues("delay.listener.auto-touch=false", "delay.topics.long.auto-touch=true")
			.withBean(LongListener.class)
			.run((context) -> {
				context.getBean(DelayTemplate.class).submit("long", "x", Duration.ZERO);
				assertThat(context.getBean(LongListener.class).deliveries.next()).isEqualTo("attempt 1, lost: false");
				await().atMost(Duration.ofSeconds(10))
					.until(() -> context.getBean(DelayAdmin.class)
						.topics()
						.status("long")
						.counts()
						.values()
						.stream()
						.allMatch((count) -> count == 0));
			});
	}

	@Test
	void maxRunTimeMustBeLongerThanTheTtr() {
		this.runner
			.withPropertyValues("delay.listener.auto-touch=false", "delay.topics.long.auto-touch=true",
					"delay.topics.long.max-run-time=4s")
			.withBean(LongListener.class)
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("max run time PT4S is not longer than its TTR PT4S"));
	}

	@Test
	void errorHandlerDecidesAboutAJobWhoseHandlerFails() {
		this.runner.withBean(FailingListener.class)
			.withBean(JobErrorHandler.class,
					() -> (job, failure) -> (job.attempt() == 1) ? JobErrorDecision.retryAfter(Duration.ofMillis(1))
							: JobErrorDecision.done())
			.run((context) -> {
				context.getBean(DelayTemplate.class).submit("failing", "x", Duration.ZERO);
				FailingListener listener = context.getBean(FailingListener.class);
				assertThat(listener.deliveries.next()).isEqualTo(1);
				assertThat(listener.deliveries.next()).isEqualTo(2);
				await().atMost(Duration.ofSeconds(10))
					.until(() -> context.getBean(DelayAdmin.class)
						.jobs()
						.page("failing", JobState.RESERVED, null, 1)
						.jobs()
						.isEmpty());
				assertThat(context.getBean(DelayAdmin.class).jobs().page("failing", JobState.FAILED, null, 1).jobs())
					.isEmpty();
				assertThat(context.getBean(DelayAdmin.class).jobs().page("failing", JobState.DELAYED, null, 1).jobs())
					.isEmpty();
			});
	}

	@Test
	void interceptorsRunAroundHandlersInOrder() {
		Deliveries<String> events = new Deliveries<>();
		this.runner.withBean(SeveralTopics.class)
			.withBean("second", JobInterceptor.class, () -> new Recorder(2, events))
			.withBean("first", JobInterceptor.class, () -> new Recorder(1, events))
			.run((context) -> {
				context.getBean(DelayTemplate.class).submit("first", "x", Duration.ZERO);
				for (String event : new String[] { "1 begins", "2 begins", "2 ends", "1 ends" }) {
					assertThat(events.next()).isEqualTo(event);
				}
				assertThat(context.getBean(SeveralTopics.class).deliveries.next()).isEqualTo("first");
			});
	}

	private record Recorder(int order, Deliveries<String> events) implements JobInterceptor, Ordered {

		@Override
		public int getOrder() {
			return this.order;
		}

		@Override
		public void intercept(JobContext context, JobInvocation invocation) throws Exception {
			this.events.add(this.order + " begins");
			invocation.proceed();
			this.events.add(this.order + " ends");
		}

	}

	static class FailingListener {

		private final Deliveries<Integer> deliveries = new Deliveries<>();

		@DelayListener("failing")
		void handle(JobContext job) {
			this.deliveries.add(job.attempt());
			throw new IllegalStateException("no luck");
		}

	}

	static class LongListener {

		private final Deliveries<String> deliveries = new Deliveries<>();

		@DelayListener(topic = "long", ttr = "4s", maxRunTime = "1m")
		void handle(JobContext job) {
			Instant deadline = job.deadline();
			await().atMost(Duration.ofSeconds(8)).until(() -> job.deadline().isAfter(deadline.plusSeconds(1)));
			this.deliveries.add("attempt " + job.attempt() + ", lost: " + job.isLeaseLost());
		}

	}

	static class RetryingListener {

		private final Deliveries<String> deliveries = new Deliveries<>();

		@DelayListener(topic = "retried", retryFor = IOException.class, noRetryFor = FileNotFoundException.class)
		void handle(String payload, JobContext job) {
			this.deliveries.add(payload + " " + job.attempt());
			if (payload.equals("not found")) {
				throw new UncheckedIOException(new FileNotFoundException());
			}
			if (job.attempt() == 1) {
				throw new UncheckedIOException(new IOException());
			}
		}

	}

	static class SeveralTopics {

		private final Deliveries<String> deliveries = new Deliveries<>();

		@DelayListener(value = { "first", "second" }, concurrency = "2")
		void handle(JobContext job) {
			this.deliveries.add(job.topic());
		}

	}

}
