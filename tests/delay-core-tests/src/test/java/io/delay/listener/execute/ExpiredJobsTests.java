// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.event.JobExpiredEvent;
import io.delay.job.Job;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.ContainerFixture;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.FailureHandler;
import io.delay.listener.UnprocessableJobException;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for jobs with an expiry time.
 */
@Timeout(60)
class ExpiredJobsTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

	private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

	private final ContainerFixture fixture = new ContainerFixture();

	private final DelayEventPublisher publication = this.fixture.publishTo(this.events::add);

	@AfterEach
	void stop() {
		this.fixture.close();
		this.publication.destroy();
	}

	private void submit(Job.Builder job) {
		this.fixture.template.submit(job.build());
	}

	private static Job.Builder job(String id) {
		return Job.to(ContainerFixture.TOPIC).id(id);
	}

	private static Job.Builder expired(String id) {
		return job(id).expiresAt(Instant.now().minusSeconds(1));
	}

	private String nextExpired() throws InterruptedException {
		Object event = this.events.poll(20, TimeUnit.SECONDS);
		assertThat(event).isInstanceOf(JobExpiredEvent.class);
		JobExpiredEvent expired = (JobExpiredEvent) event;
		assertThat(expired.listenerId()).isEqualTo("listener-1");
		assertThat(expired.topic()).isEqualTo(ContainerFixture.TOPIC);
		return expired.id();
	}

	private String nextHandled() throws InterruptedException {
		return this.handled.poll(20, TimeUnit.SECONDS);
	}

	@Test
	void handlerOfAnExpiredJobIsNotCalled() throws Exception {
		submit(expired("late").dueTime(Instant.EPOCH).expiresAt(Instant.EPOCH.plusSeconds(1)));
		submit(expired("absolute"));
		submit(job("in-time").expiresAfter(LONG));
		submit(job("never"));
		this.fixture.start(ContainerFixture.settings(), (job, context) -> this.handled.add(context.id()));
		assertThat(List.of(nextExpired(), nextExpired())).containsExactlyInAnyOrder("late", "absolute");
		assertThat(List.of(nextHandled(), nextHandled())).containsExactlyInAnyOrder("in-time", "never");
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "late")).isEmpty();
		assertThat(this.handled).isEmpty();
		assertThat(this.fixture.store.throughput(ContainerFixture.TOPIC).minutes())
			.extracting((minute) -> minute.counts().cancelled())
			.contains(2L);
	}

	@Test
	void jobThatExpiresBetweenAttemptsIsNotHandledAgain() throws Exception {
		submit(job("a").expiresAfter(Duration.ofSeconds(1)));
		this.fixture.start(ContainerFixture.settings().backoff(BackoffPolicy.fixed(Duration.ofSeconds(2))),
				(job, context) -> {
					this.handled.add(context.id() + context.attempt());
					throw new IllegalStateException("not yet");
				});
		assertThat(nextHandled()).isEqualTo("a1");
		assertThat(nextExpired()).isEqualTo("a");
		assertThat(this.handled).isEmpty();
	}

	@Test
	void jobThatIsReservedAheadExpiresWhenItIsDue() throws Exception {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> this.handled.add(context.id()));
		submit(job("a").delay(Duration.ofMillis(300)).expiresAt(Instant.now()));
		assertThat(nextExpired()).isEqualTo("a");
		assertThat(this.handled).isEmpty();
	}

	@Test
	void waitOfTheReserveDoesNotExpireAJobEarly() throws Exception {
		AtomicBoolean first = new AtomicBoolean(true);
		submit(job("a").expiresAfter(Duration.ofMillis(5500)));
		this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				if (first.compareAndSet(true, false)) {
					LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
				}
				return super.reserve(request);
			}

		}, ContainerFixture.settings(), (job, context) -> this.handled.add(context.id()));
		assertThat(nextHandled()).isEqualTo("a");
	}

	@Test
	void expiredJobsAreNotInABatch() throws Exception {
		for (int i = 0; i < 10; i++) {
			submit((i % 2 == 0) ? expired("expired-" + i) : job("job-" + i));
		}
		this.fixture.start(ContainerFixture.settings().concurrency(1).batch(10),
				(BatchJobHandler) (jobs, contexts) -> contexts.forEach((context) -> this.handled.add(context.id())));
		for (int i = 0; i < 5; i++) {
			assertThat(nextExpired()).startsWith("expired-");
			assertThat(nextHandled()).startsWith("job-");
		}
		await().atMost(Duration.ofSeconds(20))
			.until(() -> this.fixture.store.status(ContainerFixture.TOPIC)
				.counts()
				.values()
				.stream()
				.allMatch((count) -> count == 0));
		assertThat(this.handled).isEmpty();
	}

	@Test
	void failureHandlerIsCalledForAJobThatHasFailedBefore() throws Exception {
		CountDownLatch expired = new CountDownLatch(1);
		DelayListenerContainer container = new DelayListenerContainerFactory(this.fixture.store)
			.create(new DelayListenerEndpoint("listener-1", ContainerFixture.TOPIC, ContainerFixture.settings().build(),
					(job, context) -> {
						awaitExpiry(job);
						throw new UnprocessableJobException("no");
					}, new FailureHandler((job, context) -> {
						assertThat(job.expiresAt()).isBefore(Instant.now());
						this.handled.add(context.id());
						expired.countDown();
					}, 3, true)));
		submit(job("a").expiresAfter(Duration.ofSeconds(1)));
		container.start();
		try {
			assertThat(expired.await(20, TimeUnit.SECONDS)).isTrue();
			assertThat(nextHandled()).isEqualTo("a");
		}
		finally {
			container.stop();
		}
	}

	private static void awaitExpiry(ReservedJob job) {
		await().atMost(Duration.ofSeconds(20)).until(() -> job.expiresAt().isBefore(Instant.now()));
	}

}
