// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.messaging.Message;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.StartupFailure;
import io.delay.job.Job;
import io.delay.listener.JobContext;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Listener methods that handle batches, in an application.
 */
@Timeout(60)
class BatchListenersTests {

	private static final BlockingQueue<Object> handled = new LinkedBlockingQueue<>();

	private final ApplicationContextRunner runner = DelayContexts.inMemory();

	BatchListenersTests() {
		handled.clear();
	}

	private static void submit(DelayTemplate template, int count) {
		template.submitAll(IntStream.range(0, count)
			.mapToObj((i) -> Job.to("order").id("order-" + i).payload(new Order("o-" + i)).build())
			.toList());
	}

	private static Object next() throws InterruptedException {
		return handled.poll(20, TimeUnit.SECONDS);
	}

	@Test
	void batchSizeIsReadFromTheAnnotationWithItsPlaceholders() {
		this.runner.withBean(Orders.class).withPropertyValues("batch=3").run((context) -> {
			submit(context.getBean(DelayTemplate.class), 7);
			context.getBean(DelayListenerRegistry.class).container("order").start();
			assertThat(List.of(next(), next(), next())).extracting((batch) -> ((List<?>) batch).size())
				.containsExactly(3, 3, 1);
		});
	}

	@Test
	void batchSizeOfTheTopicTakesPrecedenceOverTheAnnotation() {
		this.runner.withBean(Orders.class)
			.withPropertyValues("batch=3", "delay.topics.order.batch=5")
			.run((context) -> {
				submit(context.getBean(DelayTemplate.class), 7);
				context.getBean(DelayListenerRegistry.class).container("order").start();
				assertThat(List.of(next(), next())).extracting((batch) -> ((List<?>) batch).size())
					.containsExactly(5, 2);
			});
	}

	@Test
	void annotationsOfOneMethodMayDiffer() {
		this.runner.withBean(Repeated.class).run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			template.submit("single", List.of(new Order("x"), new Order("y")), Duration.ZERO);
			assertThat(next()).isEqualTo(List.of(new Order("x"), new Order("y")));
			template.submit("order", new Order("z"), Duration.ZERO);
			assertThat(next()).isEqualTo(List.of(new Order("z")));
		});
	}

	@Test
	void messagesOfABatchHaveHeaders() {
		this.runner.withBean(Messages.class).run((context) -> {
			submit(context.getBean(DelayTemplate.class), 1);
			assertThat(next()).isEqualTo("o-0 order-0");
		});
	}

	@Test
	void methodWithoutAListIsRefused() {
		assertThatStartFails(this.runner.withBean(Single.class), "Listener method Single#handle(Order) handles batches",
				"List<JobContext>");
	}

	@Test
	void batchSizeOutOfRangeIsRefused() {
		assertThatStartFails(this.runner.withBean(Orders.class).withPropertyValues("batch=501"),
				"is not valid: Batch 501 must be 1 to 500", "Correct the attribute");
	}

	@Test
	void batchSizeIsRefusedForAListenerOfSingleJobs() {
		assertThatStartFails(
				this.runner.withBean(Orders.class).withPropertyValues("batch=", "delay.topics.order.batch=5"),
				"has the batch size 5, but handles one job at a time", "@DelayListener(batch = ");
	}

	@Test
	void invalidBatchSizeOfATopicIsRefused() {
		this.runner.withPropertyValues("delay.topics.order.batch=0")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("Batch 0 must be 1 to 500"));
	}

	private static void assertThatStartFails(ApplicationContextRunner runner, String problem, String remedy) {
		runner.run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains(problem);
			assertThat(analysis.getAction()).contains(remedy);
		});
	}

	record Order(String id) {

	}

	static class Orders {

		@DelayListener(topic = "order", batch = "${batch}", concurrency = "1", autoStartup = "false")
		void handle(List<Order> orders) {
			handled.add(orders);
		}

	}

	static class Repeated {

		@DelayListener(topic = "order", batch = "10")
		@DelayListener(topic = "single")
		void handle(List<Order> orders) {
			handled.add(orders);
		}

	}

	static class Messages {

		@DelayListener(topic = "order", batch = "10")
		void handle(List<Message<Order>> messages, List<JobContext> contexts) {
			handled.add(messages.get(0).getPayload().id() + " " + contexts.get(0).id());
		}

	}

	static class Single {

		@DelayListener(topic = "order", batch = "10")
		void handle(Order order) {
		}

	}

}
