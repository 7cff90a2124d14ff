// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.listener.JobContext;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How soon a listener of one instance handles the jobs that another instance submits,
 * with notifications of PostgreSQL and without.
 */
@Tag("thorough")
class PostgreSqlListenTests {

	private static final int JOBS = 100;

	private static EmbeddedPostgres server;

	@BeforeAll
	static void start() throws IOException {
		server = EmbeddedPostgres.start();
	}

	@AfterAll
	static void stop() throws IOException {
		server.close();
	}

	@Test
	void jobsOfAnotherInstanceAreHandledSoonWithNotifications() {
		long[] latencies = measure("delay.jdbc.listen=auto", "delay.jdbc.poll-interval=20s");
		assertThat(latencies[JOBS / 2]).isLessThan(Duration.ofMillis(300).toNanos());
		// None waited until the instance looked
		assertThat(latencies[JOBS - 1]).isLessThan(Duration.ofSeconds(5).toNanos());
	}

	@Test
	void withoutNotificationsJobsWaitUntilTheInstanceLooks() {
		assertThat(measure("delay.jdbc.listen=off")[JOBS / 2]).isGreaterThan(Duration.ofMillis(200).toNanos());
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void theConnectionForNotificationsIsCounted(CapturedOutput output) {
		JdbcApplication.on(server.getJdbcUrl("postgres", "postgres"))
			.withPropertyValues("delay.jdbc.initialize-schema=always", "spring.datasource.hikari.maximum-pool-size=3")
			.withBean(Receiver.class)
			.run((context) -> await().untilAsserted(() -> assertThat(output)
				.contains("the number of listeners is 1, notifications of other instances occupy a connection")
				.contains("spring.datasource.hikari.maximum-pool-size to at least 4")));
	}

	private static long[] measure(String... properties) {
		long[] latencies = new long[JOBS];
		JdbcApplication.on(server.getJdbcUrl("postgres", "postgres"))
			.withPropertyValues("delay.jdbc.initialize-schema=always")
			.withPropertyValues(properties)
			.run((producer) -> JdbcApplication.on(server.getJdbcUrl("postgres", "postgres"))
				.withPropertyValues(properties)
				.withBean(Receiver.class)
				.run((consumer) -> {
					DelayTemplate template = producer.getBean(DelayTemplate.class);
					Map<String, Long> received = consumer.getBean(Receiver.class).received;
					template.submit(Job.to("latency").id("first").payload("x").build());
					await().until(() -> received.containsKey("first"));
					long[] submitted = new long[JOBS];
					for (int i = 0; i < JOBS; i++) {
						Thread.sleep(ThreadLocalRandom.current().nextLong(60, 140));
						template.submit(Job.to("latency").id("job-" + i).payload("x").build());
						submitted[i] = System.nanoTime();
					}
					await().until(() -> received.size() == JOBS + 1);
					for (int i = 0; i < JOBS; i++) {
						latencies[i] = received.get("job-" + i) - submitted[i];
					}
				}));
		Arrays.sort(latencies);
		System.out.printf("Jobs of another instance, %s: p50 %.1f ms, p99 %.1f ms, max %.1f ms%n", properties[0],
				latencies[JOBS / 2] / 1e6, latencies[JOBS * 99 / 100] / 1e6, latencies[JOBS - 1] / 1e6);
		return latencies;
	}

	static class Receiver {

		private final Map<String, Long> received = new ConcurrentHashMap<>();

		@DelayListener(topic = "latency")
		void receive(String payload, JobContext job) {
			this.received.put(job.id(), System.nanoTime());
		}

	}

}
