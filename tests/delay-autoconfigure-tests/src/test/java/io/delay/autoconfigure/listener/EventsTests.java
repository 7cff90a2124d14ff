// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.Deliveries;
import io.delay.converter.PayloadConverter;
import io.delay.event.JobBuriedEvent;
import io.delay.event.LeaseLostEvent;
import io.delay.job.JobState;
import io.delay.listener.JobContext;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.store.JobStore;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Event listeners of an application receive the events of its containers.
 */
class EventsTests {

	private final ApplicationContextRunner runner = DelayContexts.inMemory().withBean(Orders.class);

	@Test
	void eventListenerReceivesABuriedJobWithItsPayload() {
		this.runner.run((context) -> {
			String id = context.getBean(DelayTemplate.class)
				.submit("order", new Order("4711", "bury"), Duration.ZERO)
				.id();
			JobBuriedEvent event = context.getBean(Orders.class).buried.next();
			assertThat(event.id()).isEqualTo(id);
			assertThat(event.topic()).isEqualTo("order");
			assertThat(event.listenerId()).isEqualTo("order");
			assertThat(event.attempts()).isEqualTo(1);
			assertThat(event.reason().error()).isEqualTo("no such order");
			assertThat(event.job()).map(StoredJob::state).contains(JobState.FAILED);
			assertThat(event.payload(Order.class)).contains(new Order("4711", "bury"));
		});
	}

	@Test
	void eventListenerReceivesALostLease() {
		this.runner.run((context) -> {
			String id = context.getBean(DelayTemplate.class)
				.submit("order", new Order("4711", "cancel"), Duration.ZERO)
				.id();
			assertThat(context.getBean(Orders.class).lost.next())
				.isEqualTo(new LeaseLostEvent("order", "order", id, 1));
		});
	}

	@Test
	void eventOfTheLastJobIsDeliveredBeforeTheApplicationHasStopped() {
		// The stop waits for the last events for a second only
		for (int attempt = 1; !isLastEventDeliveredWithin(Duration.ofMillis(950)); attempt++) {
			assertThat(attempt).as("Attempts in which the stop took longer").isLessThan(10);
		}
	}

	// False if it was not, and the application took longer to stop.
	private boolean isLastEventDeliveredWithin(Duration limit) {
		AtomicBoolean delivered = new AtomicBoolean();
		this.runner.run((context) -> {
			context.getBean(DelayTemplate.class).submit("order", new Order("4711", "slowly"), Duration.ZERO);
			Orders orders = context.getBean(Orders.class);
			orders.started.next();
			long start = System.nanoTime();
			context.getSourceApplicationContext().close();
			Duration took = Duration.ofNanos(System.nanoTime() - start);
			delivered.set(!orders.buried.isEmpty());
			if (took.compareTo(limit) < 0) {
				assertThat(delivered).isTrue();
			}
		});
		return delivered.get();
	}

	@Test
	void eventPublisherOfTheApplicationIsUsed() {
		this.runner.withUserConfiguration(OwnPublication.class).run((context) -> {
			assertThat(context).hasSingleBean(DelayEventPublisher.class).hasBean("mine");
			context.getBean(DelayTemplate.class).submit("order", new Order("4711", "bury"), Duration.ZERO);
			assertThat(context.getBean(OwnPublication.class).published.next()).isInstanceOf(JobBuriedEvent.class);
		});
	}

	record Order(String id, String decision) {

	}

	static class Orders {

		private final Deliveries<JobBuriedEvent> buried = new Deliveries<>();

		private final Deliveries<LeaseLostEvent> lost = new Deliveries<>();

		private final Deliveries<String> started = new Deliveries<>();

		private final CountDownLatch closing = new CountDownLatch(1);

		private final JobStore store;

		Orders(JobStore store) {
			this.store = store;
		}

		@DelayListener(topic = "order")
		void handle(Order order, JobContext job) throws InterruptedException {
			this.started.add(job.id());
			switch (order.decision()) {
				// As if another application did
				case "cancel" -> this.store.cancel(job.topic(), job.id());
				case "slowly" -> {
					this.closing.await(10, TimeUnit.SECONDS);
					job.bury("no such order");
				}
				default -> job.bury("no such order");
			}
		}

		@EventListener
		void onBuried(JobBuriedEvent event) {
			Awaitility.await().pollDelay(Duration.ofMillis(100)).until(() -> true);
			this.buried.add(event);
		}

		@EventListener
		void onLeaseLost(LeaseLostEvent event) {
			this.lost.add(event);
		}

		@EventListener(ContextClosedEvent.class)
		void onClose() {
			this.closing.countDown();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnPublication {

		private final Deliveries<Object> published = new Deliveries<>();

		@Bean
		DelayEventPublisher mine(JobStoreInspector inspector, PayloadConverter converter) {
			return new DelayEventPublisher(this.published::add, inspector, converter);
		}

	}

}
