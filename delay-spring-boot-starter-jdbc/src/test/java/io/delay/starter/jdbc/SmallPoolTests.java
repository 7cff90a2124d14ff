// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application whose pool has at most two connections works.
 */
@Tag("thorough")
@ExtendWith(OutputCaptureExtension.class)
class SmallPoolTests {

	private static final Duration MAX_WAIT = Duration.ofSeconds(20);

	@Test
	@Timeout(60)
	void jobsAreHandledOnH2() {
		run(JdbcApplication.on("jdbc:h2:mem:" + UUID.randomUUID()), 1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	@Timeout(60)
	void jobsAreHandledOnPostgreSqlWithoutNotifications(int size, CapturedOutput output) throws IOException {
		try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
			run(JdbcApplication.on(server.getJdbcUrl("postgres", "postgres")), size);
		}
		assertThat(output).contains("pool has at most two connections",
				"spring.datasource.hikari.maximum-pool-size to at least 4");
	}

	private static void run(ApplicationContextRunner application, int size) {
		application
			.withPropertyValues("delay.jdbc.initialize-schema=always",
					"spring.datasource.hikari.maximum-pool-size=" + size)
			.withBean(Orders.class)
			.run((context) -> {
				DelayTemplate template = context.getBean(DelayTemplate.class);
				Orders orders = context.getBean(Orders.class);
				template.submit(Job.to("order").payload("outside").build());
				assertThat(orders.next()).isEqualTo("outside");
				context.getBean(TransactionTemplate.class)
					.executeWithoutResult(
							(status) -> template.submit(Job.to("order-paid").payload("transaction").build()));
				assertThat(orders.next()).isEqualTo("transaction");
				assertThat(orders.next()).isEqualTo("after transaction");
				await().atMost(MAX_WAIT).until(() -> template.find("order", "last").isEmpty());
			});
	}

	static class Orders {

		private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

		private final DelayTemplate template;

		Orders(DelayTemplate template) {
			this.template = template;
		}

		@DelayListener(topic = "order")
		void handle(String order) {
			this.handled.add(order);
		}

		@DelayListener(topic = "order-paid", transactional = "true")
		void handlePaid(String order) {
			this.handled.add(order);
			this.template.submit(Job.to("order").id("last").payload("after " + order).build());
		}

		String next() throws InterruptedException {
			return this.handled.poll(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
		}

	}

}
