// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.actuate.DelayHealth;
import io.delay.actuate.DelayHealthCheck;
import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.JobContext;
import io.delay.store.StoredJob;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.JobStoreInspector;
import io.delay.submit.DelayCancel;
import io.delay.submit.DelaySubmit;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The main way through an application on a database.
 */
abstract class JdbcApplicationContract {

	private final String prefix = "t" + UUID.randomUUID().toString().replace("-", "").substring(0, 12) + "_";

	private final List<List<AuditPage.Finding>> audits = new ArrayList<>();

	/**
	 * An application on the database, which keeps its rows when the application ends.
	 */
	abstract ApplicationContextRunner application();

	ApplicationContextRunner runner() {
		return application()
			.withPropertyValues("delay.jdbc.initialize-schema=always", "delay.jdbc.table-prefix=" + this.prefix,
					"delay.jdbc.poll-interval=100ms", "delay.history.max-count=10")
			.withBean(Audit.class, this.audits);
	}

	@AfterEach
	void checkTheAudits() {
		assertThat(this.audits).isNotEmpty().containsOnly(List.of());
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
			await().until(() -> admin.jobs().find("order", "1").isEmpty());
			assertThat(admin.jobs().history("order", null, 10).runs()).extracting((run) -> run.id())
				.containsExactly("1");
		});
	}

	@Test
	@Tag("thorough")
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
	@Tag("thorough")
	void annotatedMethodsSubmitAndCancelInTheirTransaction() {
		runner().withBean(AnnotatedOrders.class).run((context) -> {
			AnnotatedOrders orders = context.getBean(AnnotatedOrders.class);
			DelayTemplate template = context.getBean(DelayTemplate.class);
			TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
			transaction.executeWithoutResult((status) -> {
				orders.place("1");
				assertThat(template.find("annotated", "1")).isPresent();
				status.setRollbackOnly();
			});
			assertThat(template.find("annotated", "1")).isEmpty();
			transaction.executeWithoutResult((status) -> orders.place("1"));
			assertThat(template.find("annotated", "1")).isPresent();
			transaction.executeWithoutResult((status) -> {
				orders.pay("1");
				assertThat(template.find("annotated", "1")).isEmpty();
				status.setRollbackOnly();
			});
			assertThat(template.find("annotated", "1")).isPresent();
		});
	}

	@Test
	@Tag("thorough")
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
		CountDownLatch working = new CountDownLatch(2);
		runner().withBean(SharingListener.class, () -> new SharingListener(handled, working))
			.run((first) -> runner().withBean(SharingListener.class, () -> new SharingListener(handled, working))
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
				.until(() -> admin.jobs().page("picky", JobState.FAILED, null, 10).jobs(), (jobs) -> !jobs.isEmpty())
				.get(0);
			assertThat(failed.failures().last().error()).endsWith("not today");
			assertThat(context.getBean(JdbcTemplate.class)
				.queryForObject("SELECT error FROM " + this.prefix + "job", String.class)).endsWith("not today");
			context.getBean(PickyListener.class).picky = false;
			admin.jobs().kick("picky", "1");
			await().until(() -> admin.jobs().find("picky", "1").isEmpty());
		});
	}

	@Test
	void theDocumentedStatementReadsFailedJobs() throws IOException {
		String statements = Files.readString(Path.of("../docs/stores/database-operation.md"));
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
			// That of MySQL is a LocalDateTime
			Object failed = (row.get("failed") instanceof LocalDateTime local) ? Timestamp.valueOf(local)
					: row.get("failed");
			assertThat(failed).isInstanceOf(Timestamp.class)
				.asInstanceOf(InstanceOfAssertFactories.DATE)
				.isAfter("2020-01-01");
		});
	}

	@Test
	void aTransactionalHandlerCommitsItsRowsTogetherWithTheAck() {
		business().withBean(TransactionalListener.class).run((context) -> {
			TransactionalListener listener = context.getBean(TransactionalListener.class);
			listener.action = (attempt) -> assertThat(TransactionSynchronizationManager.isActualTransactionActive())
				.isTrue();
			context.getBean(DelayTemplate.class).submit(Job.to("booking").id("1").payload("x").build());
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			await().until(() -> admin.jobs().find("booking", "1").isEmpty());
			assertThat(listener.rows()).containsExactly(1);
			assertThat(admin.jobs().history("booking", null, 10).runs()).hasSize(1);
			await().untilAsserted(() -> assertThat(admin.topics()
				.throughput("booking")
				.minutes()
				.stream()
				.mapToLong((minute) -> minute.counts().done())
				.sum()).isOne());
		});
	}

	@Test
	void anExceptionOfATransactionalHandlerLeavesNoRowAndIsAFailedAttempt() {
		business().withBean(TransactionalListener.class).run((context) -> {
			TransactionalListener listener = context.getBean(TransactionalListener.class);
			listener.action = (attempt) -> {
				if (attempt == 1) {
					throw new IllegalStateException("not yet");
				}
			};
			context.getBean(DelayTemplate.class).submit(Job.to("booking").id("1").payload("x").build());
			await().until(() -> context.getBean(DelayAdmin.class).jobs().find("booking", "1").isEmpty());
			assertThat(listener.rows()).containsExactly(2);
		});
	}

	@Test
	@Tag("thorough")
	void aTransactionalHandlerThatHasLostItsLeaseIsRolledBack() {
		business().withBean(TransactionalListener.class).run((context) -> {
			TransactionalListener listener = context.getBean(TransactionalListener.class);
			CountDownLatch second = new CountDownLatch(1);
			AtomicBoolean first = new AtomicBoolean(true);
			listener.action = (attempt) -> {
				if (first.compareAndSet(true, false)) {
					// Until the job was delivered again and is done
					assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();
					await().until(() -> context.getBean(DelayAdmin.class).jobs().find("booking", "1").isEmpty());
				}
				else {
					second.countDown();
				}
			};
			context.getBean(DelayTemplate.class)
				.submit(Job.to("booking").id("1").payload("x").ttr(Duration.ofSeconds(1)).build());
			// More than two if this machine pauses for so long that others lose theirs,
			// too
			await().atMost(Duration.ofSeconds(20))
				.until(() -> listener.ended.get() >= 2 && listener.ended.get() == listener.begun.get());
			await().during(Duration.ofMillis(500))
				.untilAsserted(() -> assertThat(listener.rows()).containsExactly(listener.lastAttempt.get()));
		});
	}

	@Test
	@Tag("thorough")
	void aDecisionOfATransactionalHandlerCommitsWithItsRows() {
		business().withBean(TransactionalListener.class).run((context) -> {
			TransactionalListener listener = context.getBean(TransactionalListener.class);
			listener.decision = (job) -> job.bury("no such hotel");
			context.getBean(DelayTemplate.class).submit(Job.to("booking").id("1").payload("x").build());
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			await()
				.until(() -> admin.jobs().find("booking", "1").map(StoredJob::state).orElse(null) == JobState.FAILED);
			assertThat(listener.rows()).containsExactly(1);
		});
	}

	@Test
	@Tag("thorough")
	void aTransactionThatInnerCodeHasMarkedForRollbackIsAFailedAttempt() {
		business().withBean(TransactionalListener.class).run((context) -> {
			TransactionalListener listener = context.getBean(TransactionalListener.class);
			listener.action = (attempt) -> {
				if (attempt == 1) {
					context.getBean(TransactionTemplate.class).executeWithoutResult(TransactionStatus::setRollbackOnly);
				}
			};
			context.getBean(DelayTemplate.class).submit(Job.to("booking").id("1").payload("x").build());
			await().until(() -> context.getBean(DelayAdmin.class).jobs().find("booking", "1").isEmpty());
			assertThat(listener.rows()).containsExactly(2);
		});
	}

	@Test
	@Tag("thorough")
	void aTransactionalHandlerCanReplaceItsOwnJob() {
		business().withBean(TransactionalListener.class).run((context) -> {
			TransactionalListener listener = context.getBean(TransactionalListener.class);
			DelayTemplate template = context.getBean(DelayTemplate.class);
			listener.decision = (job) -> template.submit(Job.to("booking")
				.id("1")
				.payload("next")
				.delay(Duration.ofHours(1))
				.onConflict(ConflictPolicy.REPLACE)
				.build());
			template.submit(Job.to("booking").id("1").payload("x").build());
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			await().until(() -> listener.rows().equals(List.of(1)));
			await().during(Duration.ofMillis(300))
				.until(() -> admin.jobs().find("booking", "1").orElseThrow().state() == JobState.DELAYED);
		});
	}

	@Test
	@Tag("thorough")
	void aTransactionalHandlerThatHasReplacedItsOwnJobCanTouchWithoutWaitingForItself() {
		business().withBean(TransactionalListener.class).run((context) -> {
			TransactionalListener listener = context.getBean(TransactionalListener.class);
			DelayTemplate template = context.getBean(DelayTemplate.class);
			BlockingQueue<Boolean> touches = new LinkedBlockingQueue<>();
			listener.decision = (job) -> {
				template.submit(Job.to("booking")
					.id("1")
					.payload("next")
					.delay(Duration.ofHours(1))
					.onConflict(ConflictPolicy.REPLACE)
					.build());
				touches.add(job.touch());
			};
			template.submit(Job.to("booking").id("1").payload("x").ttr(Duration.ofSeconds(20)).build());
			assertThat(touches.poll(10, TimeUnit.SECONDS)).isFalse();
			await().until(() -> listener.rows().equals(List.of(1)));
		});
	}

	@Test
	@Tag("thorough")
	void aReplacementThatTheHandlerHasRolledBackDoesNotLoseTheJob() {
		business().withBean(ReplacingListener.class).run((context) -> {
			context.getBean(DelayTemplate.class)
				.submit(Job.to("replacing").id("1").payload("x").ttr(Duration.ofSeconds(1)).build());
			ReplacingListener listener = context.getBean(ReplacingListener.class);
			assertThat(listener.attempts.poll(10, TimeUnit.SECONDS)).isOne();
			assertThat(listener.attempts.poll(10, TimeUnit.SECONDS)).isEqualTo(2);
		});
	}

	@Test
	@Tag("thorough")
	void aCancellationThatTheHandlerHasRolledBackDoesNotLoseTheJob() {
		business().withBean(CancellingListener.class).run((context) -> {
			context.getBean(DelayTemplate.class)
				.submit(Job.to("cancelling").id("1").payload("x").ttr(Duration.ofSeconds(30)).build());
			CancellingListener listener = context.getBean(CancellingListener.class);
			assertThat(listener.touches.poll(20, TimeUnit.SECONDS)).isTrue();
			assertThat(listener.touches.poll(20, TimeUnit.SECONDS)).isTrue();
		});
	}

	private ApplicationContextRunner business() {
		return runner().withPropertyValues("delay.listener.backoff.type=fixed", "delay.listener.backoff.delay=100ms",
				"test.table=" + this.prefix + "booking");
	}

	/**
	 * What only the documented statement for this database contains.
	 */
	abstract String distinction();

	@Test
	@Tag("thorough")
	void theHealthNamesTheServer() {
		runner().run((context) -> {
			DelayHealth health = new DelayHealthCheck(context.getBean(JobStoreInspector.class), List.of(), null)
				.check();
			assertThat(health.status()).isEqualTo(DelayHealth.Status.UP);
			assertThat(String.valueOf(health.details().get("server")))
				.matches("(H2|PostgreSQL|MySQL|MariaDB) \\d+\\..*");
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

	static class AnnotatedOrders {

		@DelaySubmit(topic = "annotated", id = "#id", payload = "#id", delay = "1h")
		void place(String id) {
		}

		@DelayCancel(topic = "annotated", id = "#id")
		void pay(String id) {
		}

	}

	static class OrderListener {

		private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();

		@DelayListener(topic = "order")
		void handle(Order order) {
			this.orders.add(order);
		}

	}

	static class TransactionalListener {

		private final JdbcTemplate database;

		private final String table;

		private final AtomicInteger begun = new AtomicInteger();

		private final AtomicInteger lastAttempt = new AtomicInteger();

		private final AtomicInteger ended = new AtomicInteger();

		private volatile Action action = (attempt) -> {
		};

		private volatile Consumer<JobContext> decision = (job) -> {
		};

		TransactionalListener(JdbcTemplate database, @Value("${test.table}") String table) {
			this.database = database;
			this.table = table;
			database.execute("CREATE TABLE " + table + " (attempt integer)");
		}

		@DelayListener(topic = "booking", transactional = "true", concurrency = "2")
		void handle(String payload, JobContext job) throws Exception {
			this.begun.incrementAndGet();
			this.lastAttempt.accumulateAndGet(job.attempt(), Math::max);
			try {
				this.database.update("INSERT INTO " + this.table + " VALUES (?)", job.attempt());
				this.action.run(job.attempt());
				this.decision.accept(job);
			}
			finally {
				this.ended.incrementAndGet();
			}
		}

		List<Integer> rows() {
			return this.database.queryForList("SELECT attempt FROM " + this.table, Integer.class);
		}

		interface Action {

			void run(int attempt) throws Exception;

		}

	}

	static class ReplacingListener {

		private final BlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();

		private final DelayTemplate template;

		private final TransactionTemplate transaction;

		ReplacingListener(DelayTemplate template, TransactionTemplate transaction) {
			this.template = template;
			this.transaction = transaction;
		}

		@DelayListener(topic = "replacing")
		void handle(String payload, JobContext job) {
			this.attempts.add(job.attempt());
			if (job.attempt() == 1) {
				this.transaction.executeWithoutResult((status) -> {
					this.template
						.submit(Job.to("replacing").id("1").payload("y").onConflict(ConflictPolicy.REPLACE).build());
					throw new IllegalStateException("rolled back");
				});
			}
		}

	}

	static class CancellingListener {

		private final BlockingQueue<Boolean> touches = new LinkedBlockingQueue<>();

		private final DelayTemplate template;

		private final TransactionTemplate transaction;

		CancellingListener(DelayTemplate template, TransactionTemplate transaction) {
			this.template = template;
			this.transaction = transaction;
		}

		@DelayListener(topic = "cancelling")
		void handle(String payload, JobContext job) {
			if (this.touches.isEmpty()) {
				this.transaction.executeWithoutResult((status) -> {
					this.template.cancel("cancelling", "1");
					status.setRollbackOnly();
				});
				job.release(Duration.ofMillis(10));
			}
			this.touches.add(job.touch());
		}

	}

	/**
	 * Audits all topics when the application ends, after its listeners have stopped.
	 */
	static class Audit implements DisposableBean {

		private final DelayAdmin admin;

		private final List<List<AuditPage.Finding>> audits;

		Audit(DelayAdmin admin, List<List<AuditPage.Finding>> audits) {
			this.admin = admin;
			this.audits = audits;
		}

		@Override
		public void destroy() {
			this.audits.add(this.admin.topics()
				.names()
				.stream()
				.flatMap((topic) -> this.admin.topics().auditAll(topic, 10).findings().stream())
				.toList());
		}

	}

	static class SharingListener {

		private final Set<String> handled;

		private final CountDownLatch working;

		private volatile int number;

		SharingListener(Set<String> handled, CountDownLatch working) {
			this.handled = handled;
			this.working = working;
		}

		@DelayListener(topic = "shared", concurrency = "2")
		void handle(String payload, JobContext job) throws InterruptedException {
			synchronized (this) {
				if (++this.number == 1) {
					this.working.countDown();
				}
			}
			// No application handles all jobs before the other one has received some
			assertThat(this.working.await(10, TimeUnit.SECONDS)).isTrue();
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
