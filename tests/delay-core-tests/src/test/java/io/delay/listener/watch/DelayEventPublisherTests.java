// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.test.util.ReflectionTestUtils;

import io.delay.event.ContainerDiedEvent;
import io.delay.event.DelayEvent;
import io.delay.event.LeaseLostEvent;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.listener.UnreadableException;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the application's listeners can do to Delay, which is nothing.
 */
@Timeout(30)
class DelayEventPublisherTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final CountDownLatch neverInTime = new CountDownLatch(1);

	private final BlockingQueue<Object> delivered = new LinkedBlockingQueue<>();

	private DelayEventPublisher publication;

	@AfterEach
	void stop() {
		this.neverInTime.countDown();
		this.fixture.close();
		if (this.publication != null) {
			this.publication.destroy();
		}
	}

	private static DelayEvent event(int attempt) {
		return new LeaseLostEvent("listener-1", "orders", "a", attempt);
	}

	private void block(Object event) {
		try {
			this.neverInTime.await();
		}
		catch (InterruptedException ex) {
			this.delivered.add("interrupted");
			Thread.currentThread().interrupt();
		}
	}

	private long failedJobs() {
		return this.fixture.store.status(ContainerFixture.TOPIC).counts().get(JobState.FAILED);
	}

	@Test
	void listenerThatBlocksPermanentlyDoesNotDelayJobs() {
		int jobs = 5_000;
		this.publication = this.fixture.publishTo(this::block);
		try (RecordedLog log = new RecordedLog(EventDispatcher.class)) {
			submit(jobs);
			this.fixture.start(ContainerFixture.settings().concurrency(8), (job, context) -> context.bury("all"));
			await().until(() -> failedJobs() == jobs);
			// One is under way
			await().until(() -> this.publication.dropped() == jobs - EventDispatcher.CAPACITY - 1);
			assertThat(log.messages(Level.WARN)).singleElement().asString().contains("too slow", "1000", "dropped");
		}
	}

	private void submit(int jobs) {
		this.fixture.template
			.submitAll(IntStream.range(0, jobs).mapToObj((i) -> Job.to(ContainerFixture.TOPIC).build()).toList());
	}

	@Test
	void eachBurstOfDroppedEventsIsWarnedOfOnceAndCounted() {
		AtomicBoolean open = new AtomicBoolean();
		AtomicInteger taken = new AtomicInteger();
		this.publication = this.fixture.publishTo((event) -> {
			if (!open.get()) {
				await().until(open::get);
			}
			taken.incrementAndGet();
		});
		try (RecordedLog log = new RecordedLog(EventDispatcher.class)) {
			for (int burst = 1; burst <= 2; burst++) {
				open.set(false);
				int events = EventDispatcher.CAPACITY + 100;
				IntStream.range(0, events).mapToObj(DelayEventPublisherTests::event).forEach(this.publication::publish);
				long dropped = this.publication.dropped();
				assertThat(log.messages(Level.WARN)).hasSize(burst);
				open.set(true);
				int delivered = burst * events - (int) dropped;
				await().until(() -> taken.get() == delivered);
				int infos = burst;
				await().until(() -> log.messages(Level.INFO).size() == infos);
				assertThat(log.messages(Level.INFO).get(burst - 1)).contains("caught up", " were dropped");
				assertThat(dropped).isBetween(burst * 99L, burst * 100L);
			}
		}
	}

	@Test
	void listenerThatThrowsDoesNotAffectJobs() throws Exception {
		AtomicInteger calls = new AtomicInteger();
		this.publication = this.fixture.publishTo((event) -> {
			switch (calls.getAndIncrement()) {
				case 0 -> throw new IllegalStateException("not today");
				case 1 -> throw new UnreadableException();
				case 2 -> throw new StackOverflowError();
				default -> this.delivered.add(event);
			}
		});
		try (RecordedLog log = new RecordedLog(EventDispatcher.class)) {
			submit(4);
			this.fixture.start(ContainerFixture.settings(), (job, context) -> context.bury("all"));
			assertThat(this.delivered.poll(10, TimeUnit.SECONDS)).isNotNull();
			assertThat(log.messages(Level.WARN)).hasSize(3)
				.allMatch((message) -> message
					.contains("event listener of the application failed to handle a JobBuriedEvent"));
		}
		assertThat(failedJobs()).isEqualTo(4);
	}

	@Test
	void eventThatCannotBeReadDoesNotAffectJobs() throws Exception {
		AtomicBoolean first = new AtomicBoolean(true);
		this.publication = this.fixture.publishTo((event) -> {
			if (first.compareAndSet(true, false)) {
				throw new IllegalStateException("not today");
			}
			this.delivered.add(event);
		});
		try (RecordedLog log = new RecordedLog(EventDispatcher.class)) {
			this.publication.publish(new ContainerDiedEvent("listener-1", "orders", new UnreadableException()));
			this.publication.publish(event(1));
			assertThat(this.delivered.poll(10, TimeUnit.SECONDS)).isEqualTo(event(1));
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.contains("failed to handle a ContainerDiedEvent");
		}
	}

	@Test
	void nothingRunsBeforeTheFirstEventAndNoThreadIsLeftAfterTheLast() {
		this.publication = this.fixture.publishTo((event) -> this.delivered.add(Thread.currentThread()));
		assertThat(ReflectionTestUtils.getField(this.publication, "delivery")).isNull();
		this.publication.publish(event(1));
		Object delivery = ReflectionTestUtils.getField(this.publication, "delivery");
		ThreadPoolExecutor executor = (ThreadPoolExecutor) ReflectionTestUtils.getField(delivery, "executor");
		executor.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
		await().until(() -> executor.getPoolSize() == 0);
		assertThat(this.delivered).singleElement().satisfies((thread) -> {
			assertThat(((Thread) thread).isDaemon()).isTrue();
			assertThat(((Thread) thread).getName()).isEqualTo("delay-events");
		});
		this.publication.publish(event(2));
		await().until(() -> this.delivered.size() == 2);
	}

	@Test
	void listenerInheritsNothingFromTheHandlerThatStartsItsThread() throws Exception {
		ThreadLocal<String> ofHandler = new InheritableThreadLocal<>();
		this.publication = this.fixture.publishTo((event) -> this.delivered.add(String.valueOf(ofHandler.get())));
		ofHandler.set("handler");
		this.publication.publish(event(1));
		assertThat(this.delivered.poll(10, TimeUnit.SECONDS)).isEqualTo("null");
	}

	/**
	 * Repeat what the machine may have been too slow for, with a publication of its own.
	 */
	private void untilShorter(Duration limit, Callable<Duration> scenario) throws Exception {
		for (int attempt = 1; scenario.call().compareTo(limit) >= 0; attempt++) {
			assertThat(attempt).as("Attempts that took " + limit + " or longer").isLessThan(8);
			this.publication.destroy();
		}
	}

	private Duration timeToStop() {
		long start = System.nanoTime();
		this.publication.stop();
		return Duration.ofNanos(System.nanoTime() - start);
	}

	@Test
	void stopWaitsUntilTheLastEventsAreDelivered() throws Exception {
		Duration shorterThanItsLongestWait = Duration.ofMillis(950);
		untilShorter(shorterThanItsLongestWait, () -> {
			List<DelayEvent> events = new CopyOnWriteArrayList<>();
			this.publication = this.fixture.publishTo((event) -> {
				await().pollDelay(Duration.ofMillis(20)).until(() -> true);
				events.add((DelayEvent) event);
			});
			IntStream.range(0, 5).mapToObj(DelayEventPublisherTests::event).forEach(this.publication::publish);
			Duration took = timeToStop();
			if (took.compareTo(shorterThanItsLongestWait) < 0) {
				assertThat(events).hasSize(5);
				assertThat(this.publication.dropped()).isZero();
			}
			return took;
		});
	}

	@Test
	void stopWaitsNoLongerThanASecondAndInterruptsTheListener() throws Exception {
		untilShorter(Duration.ofMillis(2500), () -> {
			this.publication = this.fixture.publishTo(this::block);
			IntStream.range(0, 3).mapToObj(DelayEventPublisherTests::event).forEach(this.publication::publish);
			try (RecordedLog log = new RecordedLog(EventDispatcher.class)) {
				Duration took = timeToStop();
				assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(900));
				assertThat(log.messages(Level.WARN)).singleElement().asString().contains("2 Delay events", "dropped");
				assertThat(this.publication.dropped()).isEqualTo(2);
				assertThat(this.delivered.poll(10, TimeUnit.SECONDS)).isEqualTo("interrupted");
				return took;
			}
		});
	}

	@Test
	void interruptedStopDoesNotWait() throws Exception {
		untilShorter(Duration.ofMillis(800), () -> {
			this.publication = this.fixture.publishTo(this::block);
			this.publication.publish(event(1));
			Thread.currentThread().interrupt();
			Duration took = timeToStop();
			assertThat(Thread.interrupted()).isTrue();
			return took;
		});
	}

	@Test
	void stopNeitherAwaitsNorInterruptsAListenerThatStopsTheApplication() throws Exception {
		untilShorter(Duration.ofMillis(800), () -> {
			this.publication = this.fixture.publishTo((event) -> {
				this.delivered.add(timeToStop());
				this.delivered.add(Thread.currentThread().isInterrupted());
			});
			this.publication.publish(event(1));
			Duration took = (Duration) this.delivered.poll(10, TimeUnit.SECONDS);
			assertThat(this.delivered.poll(10, TimeUnit.SECONDS)).isEqualTo(false);
			return took;
		});
	}

	@Test
	void eventsAreDeliveredAgainAfterAStopAndNoMoreAfterTheEnd() throws Exception {
		this.publication = this.fixture.publishTo(this.delivered::add);
		this.publication.start();
		assertThat(this.publication.isRunning()).isTrue();
		this.publication.publish(event(1));
		this.publication.stop();
		assertThat(this.publication.isRunning()).isFalse();
		this.publication.publish(event(2));
		assertThat(this.delivered.poll(10, TimeUnit.SECONDS)).isEqualTo(event(1));
		assertThat(this.delivered.poll(10, TimeUnit.SECONDS)).isEqualTo(event(2));
		this.publication.destroy();
		this.publication.publish(event(3));
		assertThat(ReflectionTestUtils.getField(this.publication, "delivery")).isNull();
		assertThat(this.publication.dropped()).isEqualTo(1);
	}

	@Test
	void containersStopBeforeThePublicationDoes() {
		this.publication = this.fixture.publishTo(this.delivered::add);
		DelayListenerRegistry registry = new DelayListenerRegistry(
				new DelayListenerContainerFactory(this.fixture.store));
		assertThat(this.publication.getPhase()).isLessThan(registry.getPhase());
	}

	@Test
	void jobsAreHandledIfThePublicationFails() {
		this.publication = this.fixture.publishTo(this.delivered::add);
		// As out of memory would
		ReflectionTestUtils.setField(this.publication, "inspector", null);
		this.fixture.submit("a");
		this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				ReserveResult result = super.reserve(request);
				return new ReserveResult(result.jobs(), result.nextEvent(),
						List.of(new BuriedJob("b", 1, new FailureReason("TTR ran out", "host-1"))));
			}

		}, ContainerFixture.settings().ttr(Duration.ofHours(1)), (job, context) -> {
		});
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "a").isEmpty());
		assertThat(this.delivered).isEmpty();
	}

}
