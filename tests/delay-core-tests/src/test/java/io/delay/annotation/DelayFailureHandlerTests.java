// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.MapPropertySource;

import io.delay.event.JobBuriedEvent;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.store.JobFailures;
import io.delay.store.StoredJob;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link DelayFailureHandler}.
 */
@Timeout(30)
class DelayFailureHandlerTests {

	private static AnnotationConfigApplicationContext start(Map<String, Object> properties, Class<?>... beans) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
		context.register(Config.class);
		context.register(beans);
		try {
			context.refresh();
			return context;
		}
		catch (RuntimeException ex) {
			context.close();
			throw ex;
		}
	}

	private static AnnotationConfigApplicationContext start(Class<?>... beans) {
		return start(Map.of("attempts", "2", "delete", "false"), beans);
	}

	private static StoredJob awaitFailed(AnnotationConfigApplicationContext context, String id) {
		DelayOperations template = context.getBean(DelayOperations.class);
		return await()
			.until(() -> template.find("orders", id), (job) -> job.isPresent() && job.get().state() == JobState.FAILED)
			.orElseThrow();
	}

	private static void submit(AnnotationConfigApplicationContext context, String id, Object payload) {
		context.getBean(DelayOperations.class)
			.submit(Job.to("orders").id(id).payload(payload).header("k", "v").maxAttempts(2).build());
	}

	private static Object take(BlockingQueue<?> queue) throws InterruptedException {
		Object value = queue.poll(10, TimeUnit.SECONDS);
		assertThat(value).isNotNull();
		return value;
	}

	@Test
	void jobWhoseAttemptsAreUsedUpReachesTheFailureHandlerAndIsThenFailed() throws Exception {
		try (AnnotationConfigApplicationContext context = start(FailingListener.class, Handler.class, Events.class)) {
			submit(context, "order-1", new Order(42));
			Handler handler = context.getBean(Handler.class);
			assertThat(take(handler.calls))
				.isEqualTo("order-1 42 v 1/2 after 2 java.lang.IllegalStateException: no stock");
			StoredJob failed = awaitFailed(context, "order-1");
			assertThat(failed.failures().attempts()).isEqualTo(2);
			assertThat(failed.failures().last().error()).isEqualTo("java.lang.IllegalStateException: no stock");
			JobBuriedEvent event = (JobBuriedEvent) take(context.getBean(Events.class).buried);
			assertThat(event.id()).isEqualTo("order-1");
			assertThat(handler.calls).isEmpty();
			assertThat(context.getBean(FailingListener.class).calls).hasSize(2);
			assertThat(context.getBean(Events.class).buried).isEmpty();
		}
	}

	@Test
	void jobIsDeletedAfterTheFailureHandlerIfConfigured() throws Exception {
		try (AnnotationConfigApplicationContext context = start(Map.of("attempts", "2", "delete", "true"),
				FailingListener.class, Handler.class, Events.class)) {
			submit(context, "order-1", new Order(42));
			take(context.getBean(Handler.class).calls);
			await().until(() -> context.getBean(DelayOperations.class).find("orders", "order-1").isEmpty());
			assertThat(context.getBean(Events.class).buried).isEmpty();
		}
	}

	@Test
	void failureHandlerThatThrowsIsCalledAgainAndTheFailedJobHasBothReasons() throws Exception {
		try (AnnotationConfigApplicationContext context = start(FailingListener.class, FailingHandler.class,
				Events.class)) {
			submit(context, "order-1", new Order(42));
			FailingHandler handler = context.getBean(FailingHandler.class);
			assertThat(take(handler.attempts)).isEqualTo(1);
			assertThat(take(handler.attempts)).isEqualTo(2);
			String both = "java.lang.IllegalStateException: no stock\n"
					+ "Failure handler: java.lang.IllegalArgumentException: no mail";
			assertThat(awaitFailed(context, "order-1").failures().last().error()).isEqualTo(both);
			JobBuriedEvent event = (JobBuriedEvent) take(context.getBean(Events.class).buried);
			assertThat(event.reason().error()).isEqualTo(both);
		}
	}

	@Test
	void payloadThatCannotBeReadReachesTheFailureHandlerAsText() throws Exception {
		try (AnnotationConfigApplicationContext context = start(FailingListener.class, TextHandler.class)) {
			submit(context, "order-1", "{");
			assertThat((String) take(context.getBean(TextHandler.class).calls)).startsWith("{ after 1 ");
			awaitFailed(context, "order-1");
			assertThat(context.getBean(FailingListener.class).calls).isEmpty();
		}
	}

	@Test
	void payloadThatTheFailureHandlerCannotReadEitherIsFailedAtOnce() {
		try (AnnotationConfigApplicationContext context = start(FailingListener.class, Handler.class)) {
			submit(context, "order-1", "{");
			assertThat(awaitFailed(context, "order-1").failures().last().error()).contains("Failure handler: ");
			assertThat(context.getBean(Handler.class).calls).isEmpty();
		}
	}

	@Test
	void failureHandlerWithoutListenerIsRejected() {
		assertThatExceptionOfType(InvalidListenerException.class).isThrownBy(() -> start(Handler.class).close())
			.withMessageContaining("Topic 'orders' has the failure handler")
			.withMessageContaining("Handler#handle")
			.withMessageContaining("no listener");
	}

	@Test
	void twoFailureHandlersOfOneTopicAreRejected() {
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> start(FailingListener.class, Handler.class, TextHandler.class).close())
			.withMessageContaining("Topic 'orders' has two failure handlers");
	}

	@Test
	void failureHandlerThatIsCreatedAfterItsListenerIsRejected() {
		try (AnnotationConfigApplicationContext context = start(FailingListener.class)) {
			context.registerBean("late", TextHandler.class);
			assertThatException().isThrownBy(() -> context.getBean("late"))
				.havingRootCause()
				.isInstanceOf(InvalidListenerException.class)
				.withMessageContaining("TextHandler#handle")
				.withMessageContaining("its listener has started without it");
		}
	}

	@Test
	void beanWithListenerAndFailureHandlerCanBeCreatedAgain() throws Exception {
		try (AnnotationConfigApplicationContext context = start(Both.class)) {
			String name = context.getBeanNamesForType(Both.class)[0];
			context.removeBeanDefinition(name);
			context.registerBean(name, Both.class);
			Both both = context.getBean(Both.class);
			submit(context, "order-1", "tea");
			assertThat(take(both.calls)).isEqualTo("tea");
		}
	}

	@Test
	void invalidAttributesAreRejected() {
		assertThatExceptionOfType(InvalidListenerException.class).isThrownBy(
				() -> start(Map.of("attempts", "2", "delete", "maybe"), FailingListener.class, Handler.class).close())
			.withMessageContaining("@DelayFailureHandler method Handler#handle")
			.withMessageContaining("thenDelete 'maybe'");
		assertThatExceptionOfType(InvalidListenerException.class).isThrownBy(
				() -> start(Map.of("attempts", "0", "delete", "true"), FailingListener.class, Handler.class).close())
			.withMessageContaining("Max attempts 0");
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> start(FailingListener.class, WithoutTopic.class).close())
			.withMessageContaining("has no topic");
	}

	@Test
	void listenerCannotHaveTheParameterOfAFailureHandler() {
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> start(ListenerWithFailures.class).close())
			.withMessageContaining("JobFailures");
	}

	record Order(int number) {

	}

	static class FailingListener {

		private final BlockingQueue<Order> calls = new LinkedBlockingQueue<>();

		@DelayListener(topic = "orders", backoff = @Backoff(type = "fixed", delay = "1ms"))
		void close(Order order) {
			this.calls.add(order);
			throw new IllegalStateException("no stock");
		}

	}

	static class Handler {

		private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

		@DelayFailureHandler(topic = "orders", maxAttempts = "${attempts}", thenDelete = "${delete}")
		void handle(Order order, JobContext context, JobFailures failures) {
			this.calls.add(context.id() + " " + order.number() + " " + context.headers().get("k") + " "
					+ context.attempt() + "/" + context.maxAttempts() + " after " + failures.attempts() + " "
					+ failures.last().error());
		}

	}

	static class FailingHandler {

		private final BlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();

		@DelayFailureHandler(value = "orders", maxAttempts = "2")
		void handle(JobContext context) {
			this.attempts.add(context.attempt());
			throw new IllegalArgumentException("no mail");
		}

	}

	static class TextHandler {

		private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

		@DelayFailureHandler("orders")
		void handle(String payload, JobFailures failures) {
			this.calls.add(payload + " after " + failures.attempts() + " " + failures.last().error());
		}

	}

	static class Both {

		private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

		@DelayListener("orders")
		void handle(String payload, JobContext context) {
			context.bury("no stock");
		}

		@DelayFailureHandler("orders")
		void handle(String payload, JobFailures failures) {
			this.calls.add(payload);
		}

	}

	static class WithoutTopic {

		@DelayFailureHandler
		void handle(String payload) {
		}

	}

	static class ListenerWithFailures {

		@DelayListener("orders")
		void handle(String payload, JobFailures failures) {
		}

	}

	static class Events {

		private final BlockingQueue<JobBuriedEvent> buried = new LinkedBlockingQueue<>();

		@EventListener
		void buried(JobBuriedEvent event) {
			this.buried.add(event);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Config {

		@Bean
		MemoryJobStore jobStore() {
			return new MemoryJobStore();
		}

	}

}
