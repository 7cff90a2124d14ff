// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.time.Duration;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.JobContext;
import io.delay.store.StoredJob;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Business rows that the application writes with an object-relational or SQL mapper
 * commit together with jobs.
 */
abstract class MappedApplicationContract {

	private final String id = UUID.randomUUID().toString();

	/**
	 * An application with a {@link Purchases} bean.
	 */
	abstract ApplicationContextRunner application();

	private ApplicationContextRunner runner() {
		return application().withPropertyValues("delay.jdbc.initialize-schema=always",
				"delay.listener.backoff.type=fixed", "delay.listener.backoff.delay=100ms");
	}

	@Test
	void aRowAndItsJobCommitTogether() {
		runner().run((context) -> {
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> place(context));
			assertThat(context.getBean(Purchases.class).count(this.id)).isOne();
			assertThat(context.getBean(DelayTemplate.class).find("purchase", this.id)).isPresent();
		});
	}

	@Test
	void aRollbackLeavesNeitherTheRowNorTheJob() {
		runner().run((context) -> {
			assertThatIllegalStateException()
				.isThrownBy(() -> context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
					place(context);
					throw new IllegalStateException("card declined");
				}));
			assertThat(context.getBean(Purchases.class).count(this.id)).isZero();
			assertThat(context.getBean(DelayTemplate.class).find("purchase", this.id)).isEmpty();
		});
	}

	private void place(ApplicationContext context) {
		context.getBean(Purchases.class).insert(this.id);
		context.getBean(DelayTemplate.class)
			.submit(Job.to("purchase").id(this.id).payload("x").delay(Duration.ofHours(1)).build());
	}

	@Test
	void aRowOfATransactionalHandlerIsWrittenOnceAfterAFailedAttempt() {
		runner().withBean(Listener.class).run((context) -> {
			context.getBean(Listener.class).failures = 1;
			context.getBean(DelayTemplate.class).submit(Job.to("refund").id(this.id).payload("x").build());
			await().until(() -> context.getBean(DelayAdmin.class).jobs().find("refund", this.id).isEmpty());
			assertThat(context.getBean(Purchases.class).count(this.id)).isOne();
			assertThat(context.getBean(Listener.class).attempt).isEqualTo(2);
		});
	}

	@Test
	void aTransactionalHandlerWhoseRowIsRefusedBuriesItsJobWithTheReason() {
		runner().withBean(Listener.class).run((context) -> {
			context.getBean(TransactionTemplate.class)
				.executeWithoutResult((status) -> context.getBean(Purchases.class).insert(this.id));
			context.getBean(DelayTemplate.class)
				.submit(Job.to("refund").id(this.id).payload("x").maxAttempts(2).build());
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			StoredJob failed = await().until(() -> admin.jobs().find("refund", this.id).orElseThrow(),
					(job) -> job.state() == JobState.FAILED);
			assertThat(failed.failures().last().error())
				.contains(DataIntegrityViolationException.class.getPackageName());
			assertThat(context.getBean(Listener.class).attempt).isEqualTo(2);
			assertThat(context.getBean(Purchases.class).count(this.id)).isOne();
		});
	}

	/**
	 * The rows of the application, whose ids are unique.
	 */
	interface Purchases {

		void insert(String id);

		int count(String id);

	}

	static class Listener {

		private final Purchases purchases;

		private volatile int failures;

		private volatile int attempt;

		Listener(Purchases purchases) {
			this.purchases = purchases;
		}

		@DelayListener(topic = "refund", transactional = "true", concurrency = "2")
		void refund(String payload, JobContext job) {
			this.attempt = job.attempt();
			this.purchases.insert(job.id());
			if (job.attempt() <= this.failures) {
				throw new IllegalStateException("not yet");
			}
		}

	}

}
