// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.Deliveries;
import io.delay.autoconfigure.RedisNamespace;
import io.delay.autoconfigure.StartupFailure;
import io.delay.job.JobState;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * An application that moves topics to another number of partitions when it starts.
 */
@ExtendWith(OutputCaptureExtension.class)
class TopicMoveAtStartTests {

	private static final String MOVE = "delay.redis.move-topics=order,unknown";

	@RegisterExtension
	private final RedisNamespace namespace = new RedisNamespace();

	private final ApplicationContextRunner runner = this.namespace.application();

	private final Logger log = (Logger) LoggerFactory.getLogger("io.delay");

	@BeforeEach
	void logAsInProduction() {
		this.log.setLevel(Level.INFO);
	}

	@AfterEach
	void resetTheLog() {
		this.log.setLevel(null);
	}

	@Test
	void jobsAreMovedBeforeListenersStart(CapturedOutput output) {
		this.runner.run((context) -> submit(context.getBean(DelayTemplate.class), 20));
		this.runner.withBean(OrderListener.class)
			.withBean(EarlyProducer.class)
			.withPropertyValues("delay.topics.order.partitions=4", MOVE, "spring.main.lazy-initialization=true")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				List<String> handled = new ArrayList<>();
				for (int i = 0; i < 21; i++) {
					handled.add(context.getBean(OrderListener.class).handled.next());
				}
				assertThat(new TreeSet<>(handled)).hasSize(21).contains("early");
				DelayAdmin admin = context.getBean(DelayAdmin.class);
				await().until(() -> admin.topics().status("order").count(JobState.RESERVED) == 0);
				assertThat(context.getBean(StringRedisTemplate.class)
					.opsForHash()
					.get(this.namespace.name() + ":topics", "order")).isEqualTo("4");
				assertThat(admin.topics().auditAll("order", 10).findings()).isEmpty();
			});
		assertThat(output)
			.containsSubsequence("Moving topic 'order' from 1 to 4 partitions", "Moved ",
					" jobs from topic 'order' to 4 partitions",
					"Topic 'unknown' does not need to be moved: it is not recorded yet")
			// as a listener that has started too early would say
			.doesNotContain("is kept in 1 partition", "is being moved from");
		this.runner.withPropertyValues("delay.redis.partitions=4", MOVE)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("Topic 'order' does not need to be moved: it is kept in 4 partitions already");
	}

	@Test
	void differentNumberOfPartitionsWithoutAMoveFailsWithARemedy() {
		this.runner.run((context) -> submit(context.getBean(DelayTemplate.class), 1));
		this.runner.withPropertyValues("delay.redis.partitions=4")
			.run((context) -> assertThat(catchThrowable(() -> submit(context.getBean(DelayTemplate.class), 1)))
				.hasMessageContainingAll("kept in 1 partition", "configured for 4", "delay.redis.move-topics=order",
						"docs/stores/partitions.md"));
	}

	@Test
	void runningListenerFailsTheMoveWithARemedy() {
		this.runner.withBean(OrderListener.class).run((working) -> {
			submit(working.getBean(DelayTemplate.class), 2);
			working.getBean(OrderListener.class).handled.next();
			await().until(() -> !working.getBean(JobStoreInspector.class).consumers("order").isEmpty());
			this.runner.withPropertyValues("delay.redis.partitions=4", MOVE).run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("Topic 'order' cannot be moved while consumers use it",
						"Stop these instances", "3 minutes");
				assertThat(analysis.getAction()).contains("No job is lost", "start again with the same settings");
			});
			submit(working.getBean(DelayTemplate.class), 1);
		});
	}

	private static void submit(DelayTemplate template, int jobs) {
		for (int i = 0; i < jobs; i++) {
			template.submit("order", "order " + i, Duration.ZERO);
		}
	}

	static class EarlyProducer implements SmartLifecycle {

		private final DelayTemplate template;

		private volatile boolean running;

		EarlyProducer(DelayTemplate template) {
			this.template = template;
		}

		@Override
		public void start() {
			this.template.submit("order", "early", Duration.ZERO);
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return Integer.MIN_VALUE + 1;
		}

	}

	static class OrderListener {

		private final Deliveries<String> handled = new Deliveries<>();

		@DelayListener(topic = "order")
		void handle(String order) {
			this.handled.add(order);
		}

	}

}
