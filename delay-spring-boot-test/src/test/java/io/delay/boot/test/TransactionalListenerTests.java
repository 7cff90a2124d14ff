// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.observation.JobOutcome;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Handlers of transactional listeners run in a transaction of the application.
 */
class TransactionalListenerTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withUserConfiguration(Application.class)
		.withBean(Listener.class)
		.withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());

	@Test
	void anAcknowledgedJobHasCommittedItsTransaction() {
		run("works", (delay, jdbc) -> {
			assertThat(delay.advance(Duration.ZERO)).extracting(JobRun::outcome).containsExactly(JobOutcome.ACKED);
			assertThat(delay).topic("order").hasNoJobs();
			assertThat(orders(jdbc)).containsExactly("works");
		});
	}

	@Test
	void aFailureRollsBack() {
		run("throws", (delay, jdbc) -> {
			assertThat(delay.advance(Duration.ZERO)).extracting(JobRun::outcome).containsExactly(JobOutcome.RETRIED);
			assertThat(orders(jdbc)).isEmpty();
			assertThat(delay).topic("order").hasJob("throws");
		});
	}

	@Test
	void aFailedCommitIsAFailedAttempt() {
		run("fails-to-commit", (delay, jdbc) -> {
			List<JobRun> runs = delay.advance(Duration.ZERO);
			assertThat(runs).extracting(JobRun::outcome).containsExactly(JobOutcome.RETRIED);
			assertThat(runs.get(0).exception()).hasMessage("no commit");
			assertThat(orders(jdbc)).isEmpty();
			assertThat(delay).topic("order").hasJob("fails-to-commit");
		});
	}

	@Test
	void aFailureAfterTheCommitIsNoFailedAttempt() {
		run("fails-after-commit", (delay, jdbc) -> {
			assertThat(delay.advance(Duration.ZERO)).extracting(JobRun::outcome).containsExactly(JobOutcome.ACKED);
			assertThat(orders(jdbc)).containsExactly("fails-after-commit");
			assertThat(delay).topic("order").hasNoJobs();
		});
	}

	@Test
	void theTransactionOfATestIsUsed() {
		this.application.run((context) -> {
			DelayTester delay = context.getBean(DelayTester.class);
			JdbcClient jdbc = context.getBean(JdbcClient.class);
			new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
				.executeWithoutResult((status) -> {
					jdbc.sql("insert into orders values ('of the test')").update();
					context.getBean(DelayTemplate.class).submit("order", "works", Duration.ZERO);
					assertThat(delay.runDue("order")).extracting(JobRun::outcome).containsExactly(JobOutcome.ACKED);
					assertThat(orders(jdbc)).containsExactly("of the test", "works");
					status.setRollbackOnly();
				});
			assertThat(orders(jdbc)).isEmpty();
			assertThat(delay).topic("order").hasNoJobs();
		});
	}

	private void run(String order, BiConsumer<DelayTester, JdbcClient> test) {
		this.application.run((context) -> {
			context.getBean(DelayTemplate.class)
				.submit(Job.to("order").id(order).payload(order).delay(Duration.ZERO).build());
			test.accept(context.getBean(DelayTester.class), context.getBean(JdbcClient.class));
		});
	}

	private static List<String> orders(JdbcClient jdbc) {
		return jdbc.sql("select id from orders").query(String.class).list();
	}

	static class Listener {

		private final JdbcClient jdbc;

		Listener(JdbcClient jdbc) {
			this.jdbc = jdbc;
			jdbc.sql("create table orders (id varchar(20))").update();
		}

		@DelayListener(topic = "order", transactional = "true")
		void handle(String order) {
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
			this.jdbc.sql("insert into orders values (?)").param(order).update();
			if (order.equals("throws")) {
				throw new IllegalStateException("no");
			}
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void beforeCommit(boolean readOnly) {
					failIf(order, "fails-to-commit", "no commit");
				}

				@Override
				public void afterCommit() {
					failIf(order, "fails-after-commit", "after the commit");
				}

			});
		}

		private static void failIf(String order, String failing, String message) {
			if (order.equals(failing)) {
				throw new IllegalStateException(message);
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@ImportAutoConfiguration(DelayTestAutoConfiguration.class)
	static class Application {

	}

}
