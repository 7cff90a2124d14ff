// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.listener.dispatch.JobDelivery;
import io.delay.listener.execute.Execution;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.settle.JobSettler;
import io.delay.store.JobRecord;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a container does when it is stopped and started again.
 */
@Timeout(30)
class ContainerStopTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final CountDownLatch started = new CountDownLatch(1);

	private final CountDownLatch finish = new CountDownLatch(1);

	@AfterEach
	void stopContainers() {
		this.finish.countDown();
		this.fixture.close();
	}

	private void block() throws InterruptedException {
		this.started.countDown();
		this.finish.await(20, TimeUnit.SECONDS);
	}

	private JobState state(String id) {
		return this.fixture.template.find(ContainerFixture.TOPIC, id).orElseThrow().state();
	}

	private int attemptOfNextDelivery() {
		return this.fixture.template.reserve(ContainerFixture.TOPIC, 1).get(0).terms().attempt();
	}

	@Test
	void stopWaitsForTheRunningHandlerAndSendsItsAck() throws Exception {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), (job, context) -> block());
		this.fixture.submit("a");
		this.started.await(10, TimeUnit.SECONDS);
		Thread stop = new Thread(container::stop);
		stop.start();
		await().during(Duration.ofMillis(100)).until(() -> stop.getState() == Thread.State.TIMED_WAITING);
		this.finish.countDown();
		stop.join(10_000);
		assertThat(stop.isAlive()).isFalse();
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "a")).isEmpty();
		assertThat(container.isRunning()).isFalse();
	}

	@Test
	void stopHandsBackUnstartedJobsAtOnce() throws Exception {
		this.fixture.workers((id, concurrency) -> {
			ThreadPoolTaskExecutor oneThread = new ThreadPoolTaskExecutor();
			oneThread.setCorePoolSize(1);
			oneThread.afterPropertiesSet();
			return oneThread;
		});
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings().concurrency(2),
				(job, context) -> block());
		this.fixture.submit("a");
		this.started.await(10, TimeUnit.SECONDS);
		this.fixture.submit("b");
		await().until(() -> state("b") == JobState.RESERVED);
		CompletableFuture<Void> stop = CompletableFuture.runAsync(container::stop);
		await().until(() -> state("b") == JobState.READY);
		assertThat(stop).isNotDone();
		assertThat(attemptOfNextDelivery()).isEqualTo(1);
		this.finish.countDown();
		stop.get(10, TimeUnit.SECONDS);
	}

	@Test
	void replyThatArrivesDuringTheStopIsHandedBack() throws Exception {
		CountDownLatch reserved = new CountDownLatch(1);
		CountDownLatch reply = new CountDownLatch(1);
		CountDownLatch unsubscribed = new CountDownLatch(1);
		JobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				ReserveResult result = super.reserve(request);
				if (!result.jobs().isEmpty()) {
					reserved.countDown();
					awaitQuietly(reply);
				}
				return result;
			}

			@Override
			public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
				WakeUpSubscription subscription = super.subscribe(topic, listener);
				return () -> {
					subscription.close();
					unsubscribed.countDown();
				};
			}

		};
		AtomicInteger calls = new AtomicInteger();
		this.fixture.submit("a");
		DelayListenerContainer container = this.fixture.start(store, ContainerFixture.settings(),
				(job, context) -> calls.incrementAndGet());
		reserved.await(10, TimeUnit.SECONDS);
		CompletableFuture<Void> stop = CompletableFuture.runAsync(container::stop);
		unsubscribed.await(10, TimeUnit.SECONDS);
		reply.countDown();
		stop.get(10, TimeUnit.SECONDS);
		assertThat(calls).hasValue(0);
		await().until(() -> state("a") == JobState.READY);
		assertThat(attemptOfNextDelivery()).isEqualTo(1);
	}

	@Test
	void handlersThatRunBeyondTheTimeoutAreInterruptedAndTheirAttemptsDoNotCount() throws Exception {
		CompletableFuture<Throwable> thrown = new CompletableFuture<>();
		DelayListenerContainer container = this.fixture.shutdownTimeout(Duration.ofMillis(50))
			.start(ContainerFixture.settings().maxAttempts(1), (job, context) -> {
				try {
					block();
				}
				catch (InterruptedException ex) {
					thrown.complete(ex);
					throw ex;
				}
			});
		this.fixture.submit("a");
		this.started.await(10, TimeUnit.SECONDS);
		container.stop();
		assertThat(thrown.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
		await().until(() -> state("a") == JobState.READY);
		assertThat(attemptOfNextDelivery()).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void jobWhoseHandlerReturnsWhenItIsInterruptedIsNotDone(boolean restoresItsInterrupt) throws Exception {
		DelayListenerContainer container = this.fixture.shutdownTimeout(Duration.ofMillis(50))
			.start(ContainerFixture.settings().maxAttempts(1), (job, context) -> {
				try {
					block();
				}
				catch (InterruptedException ex) {
					if (restoresItsInterrupt) {
						Thread.currentThread().interrupt();
					}
				}
			});
		this.fixture.submit("a");
		this.started.await(10, TimeUnit.SECONDS);
		container.stop();
		await().until(() -> state("a") == JobState.READY);
		assertThat(attemptOfNextDelivery()).isEqualTo(1);
	}

	@Test
	void jobWhoseHandlerReturnsBeforeTheInterruptIsAcknowledged() throws Exception {
		CountDownLatch handled = new CountDownLatch(1);
		CountDownLatch settle = new CountDownLatch(1);
		JobDelivery delivery = delivery((job, interrupted) -> {
			HandlingResult decision = new HandlingResult(new Settlement.Ack(job.job().lease()), null);
			assertThat(interrupted.getAsBoolean()).isFalse();
			handled.countDown();
			awaitQuietly(settle);
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			return decision;
		});
		CompletableFuture<Void> worker = CompletableFuture.runAsync(delivery);
		assertThat(handled.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(delivery.interrupt()).isFalse();
		settle.countDown();
		worker.get(10, TimeUnit.SECONDS);
	}

	@Test
	void jobThatAWorkerHasTakenButNotStartedIsHandedBack() {
		AtomicInteger handled = new AtomicInteger();
		JobDelivery delivery = delivery((job, interrupted) -> {
			handled.incrementAndGet();
			return new HandlingResult(new Settlement.Ack(job.job().lease()), null);
		});
		assertThat(delivery.interrupt()).isFalse();
		delivery.run();
		assertThat(handled).hasValue(0);
		assertThat(delivery.isHandled()).isFalse();
	}

	private JobDelivery delivery(Execution execution) {
		LeaseTerms terms = new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH);
		Lease lease = new Lease(ContainerFixture.TOPIC, "a", "token");
		HeldJob job = ContainerFixture.held(
				new ReservedJob(lease, terms, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])),
				new HeldLease(lease, terms, System.nanoTime()));
		JobSettler settler = new JobSettler(ContainerFixture.endpoint(), this.fixture.store,
				ContainerFixture.noEvents(), ContainerFixture.failures(), (failure) -> {
				});
		return new JobDelivery(job, execution, settler, (ended) -> {
		});
	}

	@Test
	void stopEndsAlthoughAHandlerIgnoresItsInterrupt() {
		Duration timeout = Duration.ofMillis(50);
		Duration took = stopThatAHandlerIgnores(timeout, "job-1");
		// Some may be longer because the machine has paused
		for (int attempt = 2; attempt <= 5 && took.compareTo(timeout.plusSeconds(2)) >= 0; attempt++) {
			took = stopThatAHandlerIgnores(timeout, "job-" + attempt);
		}
		assertThat(took).isLessThan(timeout.plusSeconds(2));
	}

	private Duration stopThatAHandlerIgnores(Duration timeout, String id) {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch release = new CountDownLatch(1);
		DelayListenerContainer container = this.fixture.shutdownTimeout(timeout)
			.start(ContainerFixture.settings(), (job, context) -> {
				begun.countDown();
				awaitQuietly(release);
			});
		this.fixture.submit(id);
		awaitQuietly(begun);
		long start = System.nanoTime();
		container.stop();
		Duration took = Duration.ofNanos(System.nanoTime() - start);
		assertThat(container.isRunning()).isFalse();
		assertThat(state(id)).isEqualTo(JobState.RESERVED);
		release.countDown();
		// It settles by itself when it returns at last
		await().until(() -> state(id) == JobState.READY);
		assertThat(attemptOfNextDelivery()).isEqualTo(1);
		return took;
	}

	@Test
	void interruptOfOneJobDoesNotAffectTheNext() {
		AtomicInteger interrupted = new AtomicInteger();
		AtomicInteger calls = new AtomicInteger();
		IntStream.range(0, 5).forEach((i) -> this.fixture.submit("job-" + i));
		// A pool clears the flag itself, one thread that runs all jobs does not
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter(Runnable::run));
		this.fixture.start(ContainerFixture.settings().concurrency(1), (job, context) -> {
			if (Thread.currentThread().isInterrupted()) {
				interrupted.incrementAndGet();
			}
			Thread.currentThread().interrupt();
			calls.incrementAndGet();
		});
		await().until(() -> calls.get() == 5);
		assertThat(interrupted).hasValue(0);
		await().until(() -> this.fixture.store.status(ContainerFixture.TOPIC).counts().get(JobState.RESERVED) == 0);
	}

	@Test
	void containerKeepsTheJvmRunningWhicheverThreadStartsIt() throws Exception {
		DelayListenerContainer container = this.fixture.create(this.fixture.store, ContainerFixture.settings(),
				(job, context) -> {
				});
		Thread starter = new Thread(container::start);
		starter.setDaemon(true);
		starter.start();
		starter.join(10_000);
		assertThat(Thread.getAllStackTraces().keySet())
			.filteredOn((thread) -> thread.getName().equals("delay-poller-listener-1"))
			.singleElement()
			.satisfies((thread) -> assertThat(thread.isDaemon()).isFalse());
	}

	@Test
	void containerCanBeStartedAgain() {
		AtomicInteger calls = new AtomicInteger();
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(),
				(job, context) -> calls.incrementAndGet());
		for (int round = 1; round <= 3; round++) {
			int expected = round;
			this.fixture.submit("job-" + round);
			await().until(() -> calls.get() == expected);
			container.stop();
			assertThat(container.isRunning()).isFalse();
			container.start();
			assertThat(container.isRunning()).isTrue();
			assertThat(container.hasDied()).isFalse();
		}
	}

	@Test
	void stoppedContainerHandlesNoJobs() {
		AtomicInteger calls = new AtomicInteger();
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(),
				(job, context) -> calls.incrementAndGet());
		container.stop();
		this.fixture.submit("a");
		await().during(Duration.ofMillis(100)).until(() -> state("a") == JobState.READY);
		assertThat(calls).hasValue(0);
	}

	@Test
	void concurrentStartsAndStopsLeaveAtMostOneRun() {
		CountedExecutors executors = new CountedExecutors();
		this.fixture.workers(executors);
		DelayListenerContainer container = this.fixture.create(this.fixture.store, ContainerFixture.settings(),
				(job, context) -> {
				});
		IntStream.range(0, 60).parallel().forEach((i) -> {
			if (i % 2 == 0) {
				container.start();
			}
			else {
				container.stop();
			}
		});
		container.stop();
		assertThat(executors.mostOpen).hasValue(1);
		assertThat(executors.open).hasValue(0);
		assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.doesNotContain("delay-poller-listener-1");
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.doesNotContain("delay-settler-listener-1"));
	}

	@Test
	void jobsThatTheExecutorRejectsAreHandedBack() {
		AtomicInteger rejections = new AtomicInteger();
		AtomicInteger calls = new AtomicInteger();
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter((task) -> {
			if (rejections.getAndIncrement() == 0) {
				throw new TaskRejectedException("full");
			}
			new Thread(task).start();
		}));
		this.fixture.submit("a");
		this.fixture.submit("b");
		this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			assertThat(context.attempt()).isEqualTo(1);
			calls.incrementAndGet();
		});
		await().until(() -> calls.get() == 2);
		assertThat(rejections).hasValue(3);
	}

	@Test
	@Tag("thorough")
	void stopGivesUpSettlementsThatTheStoreDoesNotAccept() {
		CountDownLatch settling = new CountDownLatch(1);
		JobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				settling.countDown();
				throw new DataAccessResourceFailureException("away");
			}

		};
		DelayListenerContainer container = this.fixture.start(store, ContainerFixture.settings(), (job, context) -> {
		});
		this.fixture.submit("a");
		awaitQuietly(settling);
		container.stop();
		assertThat(container.isRunning()).isFalse();
		assertThat(state("a")).isEqualTo(JobState.RESERVED);
	}

	private static void awaitQuietly(CountDownLatch latch) {
		boolean interrupted = false;
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
		while (System.nanoTime() < end) {
			try {
				latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
				break;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
