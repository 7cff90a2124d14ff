// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.Deliveries;
import io.delay.autoconfigure.RedisNamespace;
import io.delay.event.JobBuriedEvent;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.listener.JobContext;
import io.delay.retention.FailedJobRetention;
import io.delay.store.HostName;
import io.delay.store.StoredJob;
import io.delay.store.admin.TopicStatus;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The main way through an application on a real Redis.
 */
class RedisEndToEndTests {

	@RegisterExtension
	private final RedisNamespace namespace = new RedisNamespace();

	private final ApplicationContextRunner runner = this.namespace.application();

	@AfterEach
	void audit() {
		assertThat(this.namespace.findings()).isEmpty();
	}

	@Test
	void delayedObjectIsHandledOnceItIsDue() {
		OrderTimeout timeout = new OrderTimeout(4711, Instant.parse("2026-03-01T10:15:30.123456Z"),
				List.of(new Item("Grüße", 2)));
		this.runner.withBean(OrderListener.class).run((context) -> {
			SubmitResult result = context.getBean(DelayTemplate.class)
				.submit("order.timeout", timeout, Duration.ofMillis(300));
			Delivery delivery = context.getBean(OrderListener.class).deliveries.next();
			assertThat(delivery.timeout()).isEqualTo(timeout);
			assertThat(delivery.id()).isEqualTo(result.id());
			assertThat(delivery.dueTime()).isEqualTo(result.dueTime());
			// Never early, by the store's clock; this one may differ from it by a bit
			assertThat(delivery.at()).isAfterOrEqualTo(result.dueTime().minusMillis(50));
		});
	}

	@Test
	void jobIsHandledByAnotherApplicationThanItsSubmitter() {
		OrderTimeout timeout = new OrderTimeout(4711, Instant.EPOCH, List.of());
		this.runner
			.run((context) -> context.getBean(DelayTemplate.class).submit("order.timeout", timeout, Duration.ZERO));
		this.runner.withBean(OrderListener.class)
			.run((context) -> assertThat(context.getBean(OrderListener.class).deliveries.next().timeout())
				.isEqualTo(timeout));
	}

	@Test
	void keysBeginWithTheNamespace() {
		this.runner.run((context) -> {
			context.getBean(DelayTemplate.class).submit("order.timeout", "4711", Duration.ofHours(1));
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			assertThat(redis.opsForHash().keys(this.namespace.name() + ":topics")).containsExactly("order.timeout");
			assertThat(redis.opsForHash().size("{" + this.namespace.name() + ":order.timeout:0}:jobs")).isOne();
		});
	}

	@Test
	void eventListenerReceivesTheLastFailureWithThePayload() {
		OrderTimeout timeout = new OrderTimeout(4711, Instant.EPOCH, List.of());
		this.runner.withBean(FailingListener.class).run((context) -> {
			context.getBean(DelayTemplate.class)
				.submit(Job.to("order.timeout").id("order-7").payload(timeout).maxAttempts(2).build());
			JobBuriedEvent event = context.getBean(FailingListener.class).events.next();
			assertThat(event.id()).isEqualTo("order-7");
			assertThat(event.attempts()).isEqualTo(2);
			assertThat(event.reason().error()).endsWith("no such order");
			assertThat(event.payload(OrderTimeout.class)).contains(timeout);
			StoredJob job = context.getBean(DelayAdmin.class).jobs().find("order.timeout", "order-7").orElseThrow();
			assertThat(job.failures().last()).isEqualTo(event.reason());
			assertThat(job.failures().recent()).extracting((failure) -> failure.reason().stackTrace())
				.hasSize(2)
				.allSatisfy((trace) -> assertThat(trace).contains("FailingListener.handle(RedisEndToEndTests.java:"));
		});
	}

	@Test
	void eventListenerReceivesAnUnreadableRecord() {
		this.runner.run((context) -> {
			context.getBean(DelayTemplate.class).submit(Job.to("order.timeout").id("order-7").build());
			String jobs = "{" + this.namespace.name() + ":order.timeout:0}:jobs";
			context.getBean(StringRedisTemplate.class).opsForHash().put(jobs, "order-7", "damaged");
		});
		this.runner.withBean(FailingListener.class).run((context) -> {
			JobBuriedEvent event = context.getBean(FailingListener.class).events.next();
			assertThat(event.id()).isEqualTo("order-7");
			assertThat(event.attempts()).isZero();
			assertThat(event.job()).map(StoredJob::state).contains(JobState.FAILED);
			assertThat(event.payload(OrderTimeout.class)).isEmpty();
		});
	}

	@Test
	void buriedJobIsHandledOnceItIsKicked() {
		OrderTimeout timeout = new OrderTimeout(4711, Instant.EPOCH, List.of());
		this.runner.withBean(PickyListener.class).run((context) -> {
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			String id = context.getBean(DelayTemplate.class).submit("picky", timeout, Duration.ZERO).id();
			StoredJob failed = Awaitility.await()
				.until(() -> admin.jobs().page("picky", JobState.FAILED, null, 10).jobs(), (jobs) -> !jobs.isEmpty())
				.get(0);
			assertThat(failed.id()).isEqualTo(id);
			assertThat(failed.failures().last().error()).isEqualTo("not today");
			assertThat(failed.failures().last().host()).isEqualTo(HostName.resolve());
			assertThat(failed.failures().last().runTime()).isNotNull();
			assertThat(admin.topics().status("picky").count(JobState.FAILED)).isOne();
			context.getBean(PickyListener.class).picky = false;
			assertThat(admin.bulk().kickAll("picky")).isOne();
			assertThat(context.getBean(PickyListener.class).deliveries.next()).isEqualTo(timeout);
			Awaitility.await().until(() -> admin.jobs().find("picky", id).isEmpty());
			assertThat(admin.topics().auditAll("picky", 10).findings()).isEmpty();
		});
	}

	@Test
	void topicPausedByAnotherApplicationIsHandledOnceItIsResumed() {
		OrderTimeout timeout = new OrderTimeout(4711, Instant.EPOCH, List.of());
		this.runner.withBean(OrderListener.class).run((consumer) -> this.runner.run((context) -> {
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			assertThat(admin.topics().pause("order.timeout")).isTrue();
			context.getBean(DelayTemplate.class).submit("order.timeout", timeout, Duration.ZERO);
			Deliveries<Delivery> deliveries = consumer.getBean(OrderListener.class).deliveries;
			Awaitility.await()
				.during(Duration.ofMillis(500))
				.until(() -> deliveries.isEmpty() && admin.topics().status("order.timeout").count(JobState.READY) == 1);
			assertThat(admin.topics().status("order.timeout").paused()).isTrue();
			assertThat(admin.topics().resume("order.timeout")).isTrue();
			assertThat(deliveries.next().timeout()).isEqualTo(timeout);
		}));
	}

	@Test
	void failedJobsOverTheLimitAreDropped() {
		this.runner.withPropertyValues("delay.topics.[order.timeout].failed.max-count=2").run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			DelayAdmin admin = context.getBean(DelayAdmin.class);
			for (String id : List.of("first", "second", "third")) {
				template.submit(Job.to("order.timeout").id(id).payload("4711").delay(Duration.ofHours(1)).build());
				admin.jobs().bury("order.timeout", id, "why");
			}
			context.getBean(FailedJobRetention.class).dropNow();
			TopicStatus status = admin.topics().status("order.timeout");
			assertThat(status.count(JobState.FAILED)).isEqualTo(2);
			assertThat(status.dropped()).isOne();
			assertThat(admin.jobs().find("order.timeout", "third")).isPresent();
		});
	}

	record OrderTimeout(long id, Instant placed, List<Item> items) {

	}

	record Item(String name, int count) {

	}

	record Delivery(OrderTimeout timeout, String id, Instant dueTime, Instant at) {

	}

	static class OrderListener {

		private final Deliveries<Delivery> deliveries = new Deliveries<>();

		@DelayListener(topic = "order.timeout")
		void handle(OrderTimeout timeout, JobContext context) {
			this.deliveries.add(new Delivery(timeout, context.id(), context.dueTime(), Instant.now()));
		}

	}

	static class PickyListener {

		private final Deliveries<OrderTimeout> deliveries = new Deliveries<>();

		private volatile boolean picky = true;

		@DelayListener(topic = "picky")
		void handle(OrderTimeout timeout, JobContext context) {
			if (this.picky) {
				context.bury("not today");
			}
			else {
				this.deliveries.add(timeout);
			}
		}

	}

	static class FailingListener {

		private final Deliveries<JobBuriedEvent> events = new Deliveries<>();

		@DelayListener(topic = "order.timeout", backoff = @Backoff(type = "fixed", delay = "10ms"))
		void handle(OrderTimeout timeout) {
			throw new IllegalStateException("no such order");
		}

		@EventListener
		void onBuried(JobBuriedEvent event) {
			this.events.add(event);
		}

	}

}
