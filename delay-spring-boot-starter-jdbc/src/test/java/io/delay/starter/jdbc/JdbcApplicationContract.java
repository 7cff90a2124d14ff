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

package io.delay.starter.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.actuate.DelayHealth;
import io.delay.actuate.DelayHealthCheck;
import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.JobContext;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The main way through an application on a database.
 */
abstract class JdbcApplicationContract {

	private final String prefix = "t" + UUID.randomUUID().toString().replace("-", "").substring(0, 12) + "_";

	/**
	 * An application on the database, which keeps its rows when the application ends.
	 */
	abstract ApplicationContextRunner application();

	ApplicationContextRunner runner() {
		return application().withPropertyValues("delay.jdbc.initialize-schema=always",
				"delay.jdbc.table-prefix=" + this.prefix, "delay.jdbc.poll-interval=100ms",
				"delay.history.max-count=10");
	}

	@AfterEach
	void audit() {
		runner().run((context) -> {
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			assertThat(admin.topics())
				.allSatisfy((topic) -> assertThat(admin.auditAll(topic, 10).findings()).isEmpty());
		});
	}

	@Test
	void aJobOfATransactionIsHandledAfterTheCommit() {
		runner().withBean(OrderListener.class).run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			OrderListener listener = context.getBean(OrderListener.class);
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
				template.submit(Job.to("order").id("1").payload(new Order("committed", 3)).build());
				pause(300);
				assertThat(listener.orders.isEmpty()).isTrue();
			});
			assertThat(listener.orders.poll(10, TimeUnit.SECONDS)).isEqualTo(new Order("committed", 3));
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			await().until(() -> admin.find("order", "1").isEmpty());
			assertThat(admin.history("order", null, 10).runs()).extracting((run) -> run.id()).containsExactly("1");
		});
	}

	@Test
	void aJobOfATransactionThatWasRolledBackDoesNotExist() {
		runner().withBean(OrderListener.class).run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
				template.submit(Job.to("order").id("1").payload(new Order("rolled back", 3)).build());
				assertThat(template.find("order", "1")).isPresent();
				status.setRollbackOnly();
			});
			assertThat(template.find("order", "1")).isEmpty();
			template.submit(Job.to("order").id("2").payload(new Order("next", 4)).build());
			OrderListener listener = context.getBean(OrderListener.class);
			assertThat(listener.orders.poll(10, TimeUnit.SECONDS)).isEqualTo(new Order("next", 4));
			assertThat(listener.orders.isEmpty()).isTrue();
		});
	}

	@Test
	void jobsOutliveTheApplication() {
		runner().run((context) -> context.getBean(DelayTemplate.class)
			.submit("order", new Order("4711", 1), Duration.ofMillis(200)));
		runner().withBean(OrderListener.class)
			.run((context) -> assertThat(context.getBean(OrderListener.class).orders.poll(10, TimeUnit.SECONDS))
				.isEqualTo(new Order("4711", 1)));
	}

	@Test
	void twoApplicationsShareTheWork() {
		Set<String> handled = Collections.synchronizedSet(new HashSet<>());
		runner().withBean(SharingListener.class, () -> new SharingListener(handled))
			.run((first) -> runner().withBean(SharingListener.class, () -> new SharingListener(handled))
				.run((second) -> {
					List<Job> jobs = IntStream.range(0, 200)
						.mapToObj((i) -> Job.to("shared").id("job-" + i).payload("x").build())
						.toList();
					first.getBean(DelayTemplate.class).submitAll(jobs);
					await().atMost(Duration.ofSeconds(20)).until(() -> handled.size() == 200);
					assertThat(first.getBean(SharingListener.class).number).isPositive();
					assertThat(second.getBean(SharingListener.class).number).isPositive();
					assertThat(
							first.getBean(SharingListener.class).number + second.getBean(SharingListener.class).number)
						.isEqualTo(200);
				}));
	}

	@Test
	void aFailedJobHasItsReasonInItsRowAndCanBeKicked() {
		runner().withBean(PickyListener.class).run((context) -> {
			context.getBean(DelayTemplate.class).submit(Job.to("picky").id("1").payload("x").maxAttempts(1).build());
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			StoredJob failed = await()
				.until(() -> admin.page("picky", JobState.FAILED, null, 10).jobs(), (jobs) -> !jobs.isEmpty())
				.get(0);
			assertThat(failed.failures().last().error()).endsWith("not today");
			assertThat(context.getBean(JdbcTemplate.class)
				.queryForObject("SELECT error FROM " + this.prefix + "job", String.class)).endsWith("not today");
			context.getBean(PickyListener.class).picky = false;
			admin.kick("picky", "1");
			await().until(() -> admin.find("picky", "1").isEmpty());
		});
	}

	@Test
	void theDocumentedStatementReadsFailedJobs() throws IOException {
		String statements = Files.readString(Path.of("../docs/databases.md"));
		String sql = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL)
			.matcher(statements)
			.results()
			.map((quote) -> quote.group(1))
			.filter((statement) -> statement.contains(distinction()))
			.findFirst()
			.orElseThrow();
		runner().withBean(PickyListener.class).run((context) -> {
			context.getBean(DelayTemplate.class).submit(Job.to("picky").id("é-1").payload("x").maxAttempts(1).build());
			JdbcTemplate database = context.getBean(JdbcTemplate.class);
			Map<String, Object> row = await()
				.until(() -> database.queryForList(sql.replace("delay_", this.prefix)), (rows) -> !rows.isEmpty())
				.get(0);
			assertThat(row).containsEntry("topic", "picky").containsEntry("id", "é-1").containsEntry("payload", "x");
			assertThat(row.get("error").toString()).contains("not today");
			assertThat(row.get("failed")).isInstanceOf(Timestamp.class)
				.asInstanceOf(InstanceOfAssertFactories.DATE)
				.isAfter("2020-01-01");
		});
	}

	/**
	 * What only the documented statement for this database contains.
	 */
	abstract String distinction();

	@Test
	void theHealthNamesTheServer() {
		runner().run((context) -> {
			DelayHealth health = new DelayHealthCheck(context.getBean(JobStoreInspector.class), List.of(), null)
				.check();
			assertThat(health.status()).isEqualTo(DelayHealth.Status.UP);
			assertThat(String.valueOf(health.details().get("server"))).matches("(H2|PostgreSQL|MariaDB) \\d+\\..*");
		});
	}

	private static void pause(long millis) {
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	record Order(String id, int items) {

	}

	static class OrderListener {

		private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();

		@DelayListener(topic = "order")
		void handle(Order order) {
			this.orders.add(order);
		}

	}

	static class SharingListener {

		private final Set<String> handled;

		private volatile int number;

		SharingListener(Set<String> handled) {
			this.handled = handled;
		}

		@DelayListener(topic = "shared", concurrency = "2")
		void handle(String payload, JobContext job) {
			synchronized (this) {
				this.number++;
			}
			pause(5);
			this.handled.add(job.id());
		}

	}

	static class PickyListener {

		private volatile boolean picky = true;

		@DelayListener(topic = "picky")
		void handle(String payload) {
			if (this.picky) {
				throw new IllegalStateException("not today");
			}
		}

	}

}
