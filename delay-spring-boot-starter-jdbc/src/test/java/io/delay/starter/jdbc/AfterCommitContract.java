// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.job.Job;
import io.delay.submit.DelayCancel;
import io.delay.submit.DelaySubmit;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes of jobs after the commit of a transaction, by listeners of its events and by
 * its callbacks. Nothing but Delay commits them.
 */
abstract class AfterCommitContract {

	private static final String TOPIC = "mail";

	private final String id = UUID.randomUUID().toString();

	abstract ApplicationContextRunner application();

	private ApplicationContextRunner runner() {
		return application()
			.withPropertyValues("delay.jdbc.initialize-schema=always", "spring.datasource.hikari.auto-commit=false",
					"spring.datasource.hikari.connection-timeout=5000")
			.withBean(Callbacks.class)
			.withBean(AnnotatedListener.class);
	}

	@Test
	void aListenerOfAnEventSubmitsAfterTheCommit() {
		runner().run((context) -> {
			publish(context, new Placed(this.id), false);
			assertThat(context.getBean(Callbacks.class).visible).containsExactly(true);
			assertThat(isStored(context)).isTrue();
		});
	}

	@Test
	void aListenerOfAnEventSubmitsAfterARollback() {
		runner().run((context) -> {
			publish(context, new Declined(this.id), true);
			assertThat(context.getBean(Callbacks.class).visible).containsExactly(true);
			assertThat(isStored(context)).isTrue();
		});
	}

	@Test
	void anAnnotatedListenerOfAnEventSubmitsAndCancelsAfterTheCommit() {
		runner().run((context) -> {
			publish(context, new Shipped(this.id), false);
			assertThat(isStored(context)).isTrue();
			publish(context, new Returned(this.id), false);
			assertThat(isStored(context)).isFalse();
		});
	}

	@Test
	void aCallbackSubmitsReschedulesAndCancelsAfterTheCommit() {
		runner().run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			afterCommit(context, () -> context.getBean(Callbacks.class).submit(this.id));
			assertThat(context.getBean(Callbacks.class).visible).containsExactly(true);
			afterCommit(context,
					() -> assertThat(template.reschedule(TOPIC, this.id, Duration.ofHours(3))).isPresent());
			assertThat(template.find(TOPIC, this.id).orElseThrow().dueTime())
				.isAfter(Instant.now().plus(Duration.ofHours(2)));
			afterCommit(context, () -> {
				assertThat(template.cancel(TOPIC, this.id)).isPresent();
				assertThat(isStored(context)).isFalse();
			});
			assertThat(isStored(context)).isFalse();
		});
	}

	@Test
	void operationsThatWaitForTheCommitAreCommitted() {
		runner().run((context) -> {
			context.getBean(TransactionTemplate.class)
				.executeWithoutResult(
						(status) -> context.getBean(DelayTemplate.class).afterCommit().submit(Callbacks.job(this.id)));
			assertThat(isStored(context)).isTrue();
		});
	}

	private static void publish(ApplicationContext context, Object event, boolean isRolledBack) {
		context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
			context.publishEvent(event);
			if (isRolledBack) {
				status.setRollbackOnly();
			}
		});
	}

	private static void afterCommit(ApplicationContext context, Runnable callback) {
		context.getBean(TransactionTemplate.class)
			.executeWithoutResult((status) -> TransactionSynchronizationManager
				.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCommit() {
						callback.run();
					}

				}));
	}

	// Reads on another connection.
	private boolean isStored(ApplicationContext context) {
		return Callbacks.isStored(context.getBean(DelayTemplate.class), this.id);
	}

	record Placed(String id) {

	}

	record Declined(String id) {

	}

	record Shipped(String id) {

	}

	record Returned(String id) {

	}

	static class Callbacks {

		private final DelayTemplate template;

		private final List<Boolean> visible = new CopyOnWriteArrayList<>();

		Callbacks(DelayTemplate template) {
			this.template = template;
		}

		@TransactionalEventListener
		void placed(Placed event) {
			submit(event.id());
		}

		@TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION)
		void declined(Declined event) {
			submit(event.id());
		}

		private void submit(String id) {
			this.template.submit(job(id));
			this.visible.add(isStored(this.template, id));
		}

		private static Job job(String id) {
			return Job.to(TOPIC).id(id).payload("x").delay(Duration.ofHours(1)).build();
		}

		private static boolean isStored(DelayTemplate template, String id) {
			return CompletableFuture.supplyAsync(() -> template.find(TOPIC, id).isPresent()).join();
		}

	}

	static class AnnotatedListener {

		@TransactionalEventListener
		@DelaySubmit(topic = TOPIC, id = "#event.id", payload = "#event.id", delay = "1h")
		void shipped(Shipped event) {
		}

		@TransactionalEventListener
		@DelayCancel(topic = TOPIC, id = "#event.id")
		void returned(Returned event) {
		}

	}

}
