// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.converter.PayloadWriter;
import io.delay.job.JobState;
import io.delay.listener.AsyncHandler;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.dispatch.JobDelivery;
import io.delay.listener.execute.FailurePolicy.RetriedExceptions;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.settle.JobSettler;
import io.delay.store.JobRecord;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a container does with asynchronous results when it is stopped.
 */
@Timeout(30)
class AsyncResultStopTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final Map<String, CompletableFuture<Object>> results = new ConcurrentHashMap<>();

	private final AsyncHandler handler = (job, context) -> keep(context.id(), new CompletableFuture<>());

	@AfterEach
	void stopContainers() {
		this.results.values().forEach((result) -> result.complete("end"));
		this.fixture.close();
	}

	private CompletableFuture<Object> keep(String id, CompletableFuture<Object> result) {
		this.results.put(id, result);
		return result;
	}

	private CompletableFuture<Object> result(String id) {
		return await().until(() -> this.results.get(id), (result) -> result != null);
	}

	private JobState state(String id) {
		return this.fixture.template.find(ContainerFixture.TOPIC, id).map(StoredJob::state).orElse(null);
	}

	private int attemptOfNextDelivery() {
		return this.fixture.template.reserve(ContainerFixture.TOPIC, 1).get(0).terms().attempt();
	}

	@Test
	void stopWaitsForTheResultAndSendsItsAck() throws Exception {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), this.handler);
		this.fixture.submit("a");
		CompletableFuture<Object> result = result("a");
		Thread stop = new Thread(container::stop);
		stop.start();
		await().during(Duration.ofMillis(100)).until(() -> stop.getState() == Thread.State.TIMED_WAITING);
		result.complete("done");
		stop.join(5_000);
		assertThat(stop.isAlive()).isFalse();
		assertThat(state("a")).isNull();
	}

	@Test
	void resultThatIsPendingAfterTheTimeoutIsCancelledAndItsAttemptDoesNotCount() {
		DelayListenerContainer container = this.fixture.shutdownTimeout(Duration.ofMillis(50))
			.start(ContainerFixture.settings(), this.handler);
		this.fixture.submit("a");
		CompletableFuture<Object> result = result("a");
		try (RecordedLog log = new RecordedLog(JobExecution.class)) {
			container.stop();
			// The stop waits for the cancellation for a short time only
			await().until(result::isCancelled);
			await().untilAsserted(() -> assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.startsWith(
						"The asynchronous result of job 'a' of topic 'orders' was cancelled because its container is "
								+ "stopping"));
		}
		await().until(() -> state("a") == JobState.READY);
		assertThat(attemptOfNextDelivery()).isEqualTo(1);
		// The thread ends after the result that it has cancelled
		await().atMost(Duration.ofSeconds(10))
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
				.noneMatch((thread) -> thread.getName().startsWith("delay-canceller")));
	}

	@Test
	void resultOfAHandlerThatIsInterruptedIsCancelled() {
		CountDownLatch started = new CountDownLatch(1);
		DelayListenerContainer container = this.fixture.shutdownTimeout(Duration.ofMillis(50))
			.start(ContainerFixture.settings(), (AsyncHandler) (job, context) -> {
				started.countDown();
				try {
					new CountDownLatch(1).await(20, TimeUnit.SECONDS);
				}
				catch (InterruptedException ex) {
					// As if the handler ignored it
				}
				return keep(context.id(), new CompletableFuture<>());
			});
		this.fixture.submit("a");
		await().until(() -> started.getCount() == 0);
		container.stop();
		assertThat(result("a")).failsWithin(Duration.ofSeconds(5)).withThrowableOfType(CancellationException.class);
		await().until(() -> state("a") == JobState.READY);
		assertThat(attemptOfNextDelivery()).isEqualTo(1);
	}

	@Test
	void decisionBeforeTheCancellationApplies() {
		DelayListenerContainer container = this.fixture.shutdownTimeout(Duration.ofMillis(50))
			.start(ContainerFixture.settings(), (AsyncHandler) (job, context) -> {
				context.bury("too late");
				return keep(context.id(), new CompletableFuture<>());
			});
		this.fixture.submit("a");
		result("a");
		container.stop();
		await().until(() -> state("a") == JobState.FAILED);
	}

	@Test
	void resultThatCompletesAfterTheStopIsSettledWithoutBlockingItsThread() {
		CompletableFuture<Object> stubborn = new CompletableFuture<>() {

			@Override
			public boolean cancel(boolean mayInterruptIfRunning) {
				return false;
			}

		};
		List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				threads.add(Thread.currentThread());
				return super.settle(settlements);
			}

		};
		DelayListenerContainer container = this.fixture.shutdownTimeout(Duration.ofMillis(50))
			.start(store, ContainerFixture.settings(), (AsyncHandler) (job, context) -> keep(context.id(), stubborn));
		this.fixture.submit("a");
		result("a");
		container.stop();
		assertThat(state("a")).isEqualTo(JobState.RESERVED);
		stubborn.complete("done");
		await().until(() -> state("a") == null);
		assertThat(threads).isNotEmpty().doesNotContain(Thread.currentThread());
	}

	// Whichever is first, the job is settled once, and its work is not repeated if the
	// result was complete.
	@Test
	void resultThatCompletesWhileItIsCancelledIsSettledOnce() throws Exception {
		int acks = 0;
		int rounds = 300;
		for (int i = 0; i < rounds; i++) {
			CompletableFuture<Object> result = new CompletableFuture<>();
			AtomicInteger ends = new AtomicInteger();
			BlockingQueue<Settlement> settled = new LinkedBlockingQueue<>();
			JobDelivery delivery = delivery(result, settled, ends);
			delivery.run();
			CyclicBarrier begin = new CyclicBarrier(2);
			Thread completing = new Thread(() -> {
				meet(begin);
				result.complete("done");
			});
			completing.start();
			meet(begin);
			delivery.interrupt();
			completing.join(5_000);
			Settlement settlement = settled.poll(5, TimeUnit.SECONDS);
			assertThat(settlement)
				.isInstanceOf(result.isCancelled() ? Settlement.HandBack.class : Settlement.Ack.class);
			acks += result.isCancelled() ? 0 : 1;
			assertThat(settled).isEmpty();
			assertThat(ends).hasValueLessThanOrEqualTo(1);
		}
		assertThat(acks).isPositive();
	}

	// The settlements of results do not wait themselves, so that they block no thread of
	// the application.
	@Test
	void workerWaitsWhileTooManySettlementsArePending() throws Exception {
		JobSettler settler = new JobSettler(ContainerFixture.endpoint(), this.fixture.store,
				ContainerFixture.noEvents(), ContainerFixture.failures(), (failure) -> {
				});
		CompletableFuture<Object> result = new CompletableFuture<>();
		AtomicInteger ends = new AtomicInteger();
		JobDelivery delivery = delivery(result, this.fixture.store, settler, ends);
		for (int i = 0; i < 10_000; i++) {
			settler.settle(job().handBack());
		}
		Thread worker = new Thread(delivery);
		worker.start();
		await().until(() -> worker.getState() == Thread.State.WAITING);
		result.complete("done");
		assertThat(ends).hasValue(1);
		assertThat(settler.left()).isEqualTo(10_001);
		assertThat(worker.isAlive()).isTrue();
		settler.stopping();
		worker.join(5_000);
		assertThat(worker.isAlive()).isFalse();
	}

	private static void meet(CyclicBarrier barrier) {
		try {
			barrier.await(5, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private JobDelivery delivery(CompletableFuture<Object> result, BlockingQueue<Settlement> settled,
			AtomicInteger ends) {
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				settled.addAll(settlements);
				return settlements.stream().map((settlement) -> SettleResult.DONE).toList();
			}

		};
		JobSettler settler = JobSettler.onCallingThread(ContainerFixture.endpoint(), store, ContainerFixture.noEvents(),
				ContainerFixture.failures());
		return delivery(result, store, settler, ends);
	}

	private static HeldJob job() {
		LeaseTerms terms = new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH);
		Lease lease = new Lease(ContainerFixture.TOPIC, "a", "token");
		return ContainerFixture.held(
				new ReservedJob(lease, terms, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])),
				new HeldLease(lease, terms, System.nanoTime()));
	}

	private static JobDelivery delivery(CompletableFuture<Object> result, JobStore store, JobSettler settler,
			AtomicInteger ends) {
		FailurePolicy policy = new FailurePolicy(BackoffPolicy.ttr(), RetriedExceptions.all(), List.of(),
				ContainerFixture.reasons(), ContainerFixture.failures());
		JobExecution execution = new JobExecution((AsyncHandler) (reserved, context) -> result, policy,
				new LeaseToucher(store, ContainerFixture.noEvents()::leaseLost, ContainerFixture.failures()),
				ContainerFixture.reasons(), PayloadWriter.simple(), ContainerFixture.failures());
		return new JobDelivery(job(), execution, settler, (ended) -> ends.incrementAndGet());
	}

}
