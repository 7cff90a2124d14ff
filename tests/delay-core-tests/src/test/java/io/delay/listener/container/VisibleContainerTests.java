// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.listener.ContainerFixture;
import io.delay.listener.ContainerLoad;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
import io.delay.listener.RecordedLog;
import io.delay.listener.poll.IsolationPermit;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobStore;
import io.delay.store.ReserveTerms;
import io.delay.store.admin.ActiveConsumer;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A container can be seen from outside: in the store, and by what it tells of itself.
 */
class VisibleContainerTests {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final ContainerFixture fixture = new ContainerFixture();

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void aContainerIsListedInTheStoreWhileItRuns() {
		DelayListenerContainer container = this.fixture.start(
				ContainerFixture.settings().concurrency(3).ttr(Duration.ofSeconds(7)).maxAttempts(2),
				(job, context) -> {
				});
		await().until(() -> consumers().size() == 1);
		ConsumerRegistration consumer = consumers().get(0).consumer();
		assertThat(consumer.origin()).isEqualTo(new ConsumerOrigin("application", "host-1", "listener-1"));
		assertThat(consumer.terms()).isEqualTo(new ConsumerTerms(3, new ReserveTerms(Duration.ofSeconds(7), 2)))
			.isEqualTo(container.terms());
		container.stop();
		assertThat(consumers()).isEmpty();
	}

	@Test
	void aContainerThatIsStartedAgainIsListedAsAnother() {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), (job, context) -> {
		});
		await().until(() -> consumers().size() == 1);
		String first = consumers().get(0).consumer().id();
		container.stop();
		container.start();
		await().until(() -> consumers().size() == 1);
		assertThat(consumers().get(0).consumer().id()).isNotEqualTo(first);
	}

	@Test
	void theLeasesOfAContainerNameIt() throws InterruptedException {
		CountDownLatch handled = new CountDownLatch(1);
		StringBuffer token = new StringBuffer();
		this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			token.append(job.lease().token());
			handled.countDown();
		});
		this.fixture.submit("a");
		assertThat(handled.await(10, TimeUnit.SECONDS)).isTrue();
		await().until(() -> consumers().size() == 1);
		assertThat(token).startsWith(consumers().get(0).consumer().id() + ":");
	}

	@Test
	void noThreadIsLeftOnceNoContainerRuns() {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), (job, context) -> {
		});
		await().until(() -> consumers().size() == 1);
		int before = announcers();
		assertThat(before).isPositive();
		container.stop();
		await().until(() -> announcers() < before);
	}

	@Test
	void aContainerContinuesToAnnounceItselfWhateverTheStoreThrows() throws InterruptedException {
		CountDownLatch handled = new CountDownLatch(1);
		CountDownLatch announced = new CountDownLatch(3);
		DelayListenerContainer container = container(new ForwardingJobStore(this.fixture.store) {

			@Override
			public void announce(ConsumerRegistration consumer) {
				announced.countDown();
				throw new IllegalStateException("not now");
			}

		}, (job, context) -> handled.countDown());
		try (RecordedLog log = new RecordedLog(ConsumerAnnouncer.class)) {
			container.start();
			this.fixture.submit("a");
			assertThat(handled.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(announced.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(log.messages(Level.WARN)).isNotEmpty();
		}
		finally {
			container.stop();
		}
	}

	@Test
	void aContainerThatHasDiedIsNoLongerAnnounced() throws Exception {
		AtomicInteger announcements = new AtomicInteger();
		DelayListenerContainer container = container(new ForwardingJobStore(this.fixture.store) {

			@Override
			public void announce(ConsumerRegistration consumer) {
				announcements.incrementAndGet();
			}

		}, (job, context) -> {
		});
		container.start();
		try {
			await().until(() -> announcements.get() > 1);
			ContainerEventsTests.endThreads(container);
			await().until(container::hasDied);
			int last = announcements.get();
			// One may have been under way
			await().during(Duration.ofMillis(100)).until(() -> announcements.get() <= last + 1);
		}
		finally {
			container.stop();
		}
	}

	// One that is announced a hundred times a second.
	private DelayListenerContainer container(JobStore store, JobHandler handler) {
		DelayListenerContainerOptions options = DelayListenerContainerOptions.defaults().withHost("host-1");
		DelayListenerEndpoint endpoint = new DelayListenerEndpoint("listener-1", ContainerFixture.TOPIC,
				ContainerFixture.settings().build(), handler);
		ConsumerAnnouncer announcer = new ConsumerAnnouncer(Duration.ofMillis(10));
		return new DelayListenerContainer(endpoint, options.settingsOf(endpoint), store, options,
				(components) -> new ContainerSession(components, announcer), new IsolationPermit(), null);
	}

	@Test
	void aContainerReportsItsLoad() throws InterruptedException {
		CountDownLatch go = new CountDownLatch(1);
		DelayListenerContainer container = this.fixture.create(this.fixture.store, ContainerFixture.settings(),
				(job, context) -> go.await(10, TimeUnit.SECONDS));
		assertThat(container.load()).isEqualTo(ContainerLoad.NONE);
		assertThat(container.sinceLastReserve()).isEmpty();
		this.fixture.submit(5);
		container.start();
		await().until(() -> container.load().busyWorkers() == 2);
		assertThat(container.load().heldJobs()).isBetween(2, 5);
		assertThat(container.sinceLastReserve())
			.hasValueSatisfying((since) -> assertThat(since).isBetween(Duration.ZERO, LIMIT));
		go.countDown();
		await().until(() -> container.load().equals(ContainerLoad.NONE));
		container.stop();
		assertThat(container.load()).isEqualTo(ContainerLoad.NONE);
		assertThat(container.sinceLastReserve()).isEmpty();
	}

	private List<ActiveConsumer> consumers() {
		return this.fixture.store.consumers(ContainerFixture.TOPIC);
	}

	private static int announcers() {
		return (int) Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("delay-announcer"))
			.count();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
	}

}
