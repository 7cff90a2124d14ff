// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.event.JobBuriedEvent;
import io.delay.job.Job;
import io.delay.listener.AsyncHandler;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.BatchFailures;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.CallerRunsContainers.Delivery;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.observation.JobOutcome;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link CallerRunsContainers}.
 */
class CallerRunsContainersTests {

	private static final String TOPIC = "orders";

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));

	private final MemoryJobStore store = new MemoryJobStore(this.now::get);

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	private final List<Object> events = new ArrayList<>();

	private final DelayListenerContainerFactory factory = CallerRunsContainers
		.factory(new DelayListenerContainerFactory(this.store,
				DelayListenerContainerOptions.defaults()
					.withEvents(new DelayEventPublisher(this.events::add, this.store, new SimplePayloadConverter())
						.onCallingThread())));

	@Test
	void jobIsHandledOnTheCallingThread() {
		List<Thread> threads = new ArrayList<>();
		DelayListenerContainer container = start((job, context) -> threads.add(Thread.currentThread()));
		submit("a", Duration.ZERO);
		assertThat(CallerRunsContainers.handleNext(container).ended())
			.containsExactly(new Delivery("a", 1, JobOutcome.ACKED, null));
		assertThat(threads).containsExactly(Thread.currentThread());
		assertThat(this.store.find(TOPIC, "a")).isEmpty();
	}

	@Test
	void asynchronousResultIsAwaited() {
		Thread caller = Thread.currentThread();
		DelayListenerContainer container = start((AsyncHandler) (job, context) -> CompletableFuture
			.runAsync(() -> await().until(() -> caller.getState() == Thread.State.TIMED_WAITING)));
		submit("a", Duration.ZERO);
		assertThat(CallerRunsContainers.handleNext(container).ended())
			.containsExactly(new Delivery("a", 1, JobOutcome.ACKED, null));
		assertThat(this.store.find(TOPIC, "a")).isEmpty();
	}

	@Test
	void failureOfAnAsynchronousResultIsReported() {
		RuntimeException failure = new IllegalStateException("broken");
		DelayListenerContainer container = start((AsyncHandler) (job, context) -> CompletableFuture.runAsync(() -> {
			throw failure;
		}));
		submit("a", Duration.ZERO);
		assertThat(CallerRunsContainers.handleNext(container).ended())
			.containsExactly(new Delivery("a", 1, JobOutcome.RETRIED, failure));
	}

	@Test
	void asynchronousResultIsCancelledWhenTheLeaseEnds() {
		CompletableFuture<Object> result = new CompletableFuture<>();
		AtomicBoolean begun = new AtomicBoolean();
		DelayListenerContainer container = start((AsyncHandler) (job, context) -> {
			begun.set(true);
			return result;
		});
		this.template.submit(Job.to(TOPIC).id("a").payload("a").ttr(Duration.ofMillis(200)).build());
		List<Delivery> ended = CallerRunsContainers.handleNext(container).ended();
		// Handed back if the machine has paused for longer than the TTR
		for (int attempt = 2; attempt <= 10 && !begun.get(); attempt++) {
			ended = CallerRunsContainers.handleNext(container).ended();
		}
		assertThat(ended).singleElement()
			.satisfies((delivery) -> assertThat(delivery.outcome()).isEqualTo(JobOutcome.RETRIED));
		assertThat(result).isCancelled();
	}

	@Test
	void startStartsNoThread() {
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		DelayListenerContainer container = start((job, context) -> {
		});
		ThreadGroup own = Thread.currentThread().getThreadGroup();
		// Some from before may have ended meanwhile
		assertThat(Thread.getAllStackTraces().keySet()).filteredOn((thread) -> thread.getThreadGroup() == own)
			.isSubsetOf(before);
		assertThat(container.isRunning()).isTrue();
		assertThat(container.hasDied()).isFalse();
		assertThat(this.store.consumers(TOPIC)).hasSize(1);
		container.stop();
		assertThat(this.store.consumers(TOPIC)).isEmpty();
	}

	@Test
	void jobIsRetriedAfterTheBackoff() {
		RuntimeException failure = new IllegalStateException("broken");
		DelayListenerContainer container = start((job, context) -> {
			throw failure;
		});
		submit("a", Duration.ZERO);
		CallerRunsContainers.Result first = CallerRunsContainers.handleNext(container);
		assertThat(first.ended()).containsExactly(new Delivery("a", 1, JobOutcome.RETRIED, failure));
		CallerRunsContainers.Result early = CallerRunsContainers.handleNext(container);
		assertThat(early.ended()).isEmpty();
		assertThat(early.nextEvent()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
		assertThat(this.events).isEmpty();
		this.now.updateAndGet((time) -> time.plusSeconds(10));
		assertThat(CallerRunsContainers.handleNext(container).ended())
			.containsExactly(new Delivery("a", 2, JobOutcome.FAILED, failure));
		assertThat(this.events).singleElement().isInstanceOf(JobBuriedEvent.class);
	}

	@Test
	void lossOfTheLeaseIsReported() {
		DelayListenerContainer container = start((job, context) -> {
			this.now.updateAndGet((time) -> time.plus(Duration.ofMinutes(2)));
			this.template.reserve(TOPIC, 1);
		});
		submit("a", Duration.ZERO);
		assertThat(CallerRunsContainers.handleNext(container).ended())
			.containsExactly(new Delivery("a", 1, JobOutcome.LEASE_LOST, null));
	}

	@Test
	void jobThatAReserveBuriesIsReported() {
		DelayListenerContainer container = start((job, context) -> {
		});
		submit("a", Duration.ZERO);
		assertThat(this.template.reserve(TOPIC, 1, Duration.ofSeconds(5), 1)).hasSize(1);
		this.now.updateAndGet((time) -> time.plusSeconds(5));
		assertThat(CallerRunsContainers.handleNext(container).ended())
			.containsExactly(new Delivery("a", 1, JobOutcome.BURIED, null));
	}

	@Test
	void batchIsHandledOnTheCallingThread() {
		RuntimeException failure = new IllegalStateException("broken");
		List<Integer> sizes = new ArrayList<>();
		DelayListenerContainer container = this.factory.create(new DelayListenerEndpoint("listener-1", TOPIC,
				ListenerSettings.builder().batch(3).build(), (BatchJobHandler) (jobs, contexts) -> {
					sizes.add(jobs.size());
					throw new BatchFailures().add(0, failure);
				}));
		container.start();
		for (String id : List.of("a", "b", "c", "d")) {
			submit(id, Duration.ZERO);
		}
		submit("later", Duration.ofSeconds(1));
		assertThat(CallerRunsContainers.handleNext(container).ended()).containsExactly(
				new Delivery("a", 1, JobOutcome.RETRIED, failure), new Delivery("b", 1, JobOutcome.ACKED, null),
				new Delivery("c", 1, JobOutcome.ACKED, null));
		assertThat(CallerRunsContainers.handleNext(container).ended())
			.containsExactly(new Delivery("d", 1, JobOutcome.RETRIED, failure));
		assertThat(sizes).containsExactly(3, 1);
	}

	@Test
	void jobsOfABatchKeepTheirOrder() {
		List<String> handled = new ArrayList<>();
		DelayListenerContainer container = startBatches(
				(jobs, contexts) -> contexts.forEach((context) -> handled.add(context.id())));
		submit("a", Duration.ZERO);
		this.template.submit(Job.to(TOPIC).id("b").payload("b").maxAttempts(1).build());
		submit("c", Duration.ZERO);
		assertThat(CallerRunsContainers.handleNext(container).ended()).extracting(Delivery::id)
			.containsExactly("a", "c", "b");
		assertThat(handled).containsExactly("a", "c", "b");
	}

	@Test
	void jobsThatAreNotHandledAreHandedBackWhenTheHandlerStopsItsContainer() {
		AtomicReference<DelayListenerContainer> container = new AtomicReference<>();
		container.set(startBatches((jobs, contexts) -> container.get().stop()));
		this.template.submit(Job.to(TOPIC).id("a").payload("a").maxAttempts(1).build());
		submit("b", Duration.ZERO);
		assertThat(CallerRunsContainers.handleNext(container.get()).ended())
			.contains(new Delivery("a", 1, JobOutcome.ACKED, null))
			.noneMatch((delivery) -> delivery.outcome() == JobOutcome.ACKED && delivery.id().equals("b"));
		assertThat(this.template.reserve(TOPIC, 10)).singleElement()
			.satisfies((job) -> assertThat(job.lease().id()).isEqualTo("b"))
			.satisfies((job) -> assertThat(job.terms().attempt()).isOne());
	}

	@Test
	void stoppedContainerHandlesNothing() {
		DelayListenerContainer container = start((job, context) -> {
		});
		submit("a", Duration.ZERO);
		container.stop();
		assertThat(CallerRunsContainers.handleNext(container))
			.isEqualTo(new CallerRunsContainers.Result(List.of(), null));
		container.start();
		assertThat(CallerRunsContainers.handleNext(container).ended()).hasSize(1);
	}

	@Test
	void handlerCanStopItsContainer() {
		AtomicReference<DelayListenerContainer> container = new AtomicReference<>();
		container.set(start((job, context) -> container.get().stop()));
		submit("a", Duration.ZERO);
		assertThat(CallerRunsContainers.handleNext(container.get()).ended())
			.containsExactly(new Delivery("a", 1, JobOutcome.ACKED, null));
		assertThat(container.get().isRunning()).isFalse();
	}

	@Test
	void containerWithThreadsIsRejected() {
		DelayListenerContainer container = new DelayListenerContainerFactory(this.store)
			.create(endpoint((job, context) -> {
			}));
		container.start();
		try {
			assertThatIllegalArgumentException().isThrownBy(() -> CallerRunsContainers.handleNext(container))
				.withMessageContaining("'listener-1'");
		}
		finally {
			container.stop();
		}
	}

	private DelayListenerContainer startBatches(BatchJobHandler handler) {
		DelayListenerContainer container = this.factory.create(
				new DelayListenerEndpoint("listener-1", TOPIC, ListenerSettings.builder().batch(3).build(), handler));
		container.start();
		return container;
	}

	private DelayListenerContainer start(JobHandler handler) {
		DelayListenerContainer container = this.factory.create(endpoint(handler));
		container.start();
		return container;
	}

	private static DelayListenerEndpoint endpoint(JobHandler handler) {
		return new DelayListenerEndpoint("listener-1", TOPIC,
				ListenerSettings.builder().maxAttempts(2).backoff(BackoffPolicy.fixed(Duration.ofSeconds(10))).build(),
				handler);
	}

	private void submit(String id, Duration delay) {
		this.template.submit(Job.to(TOPIC).id(id).payload(id).delay(delay).build());
	}

}
