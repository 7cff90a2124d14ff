// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
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
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingHandling;
import io.delay.listener.settle.JobSettler;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The cancellation of asynchronous results whose leases are lost.
 */
@Timeout(30)
class AsyncResultCancellationTests {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final ContainerFixture fixture = new ContainerFixture();

	private final Map<String, CompletableFuture<Object>> results = new ConcurrentHashMap<>();

	private final AtomicInteger ends = new AtomicInteger();

	@AfterEach
	void stopContainers() {
		this.results.values().forEach((result) -> result.complete("end"));
		this.fixture.close();
	}

	private CompletionStage<Object> keep(String id, CompletableFuture<Object> result) {
		this.results.put(id, result);
		return result;
	}

	private CompletableFuture<Object> result(String id) {
		return await().until(() -> this.results.get(id), (result) -> result != null);
	}

	@Test
	void resultOfAHandlerThatHasEndedItsOwnJobIsCancelledWithoutAWarning() {
		try (RecordedLog log = new RecordedLog("io.delay.listener.dispatch")) {
			DelayListenerContainer container = this.fixture
				.start(ContainerFixture.settings().ttr(Duration.ofMillis(300)), (AsyncHandler) (job, context) -> {
					this.fixture.template.cancel(ContainerFixture.TOPIC, context.id());
					return keep(context.id(), new CompletableFuture<>());
				});
			this.fixture.submit("a");
			assertThat(result("a")).failsWithin(LIMIT).withThrowableOfType(CancellationException.class);
			await().until(() -> container.load().busyWorkers() == 0);
			assertThat(log.messages(Level.WARN)).isEmpty();
		}
	}

	@Test
	void resultWhoseLeaseEndsDuringTheStopIsCancelled() throws Exception {
		DelayListenerContainer container = this.fixture.shutdownTimeout(Duration.ofSeconds(20))
			.start(ContainerFixture.settings().ttr(Duration.ofMillis(500)).maxAttempts(1),
					(AsyncHandler) (job, context) -> keep(context.id(), new CompletableFuture<>()));
		this.fixture.submit("a");
		CompletableFuture<Object> result = result("a");
		Thread stop = new Thread(container::stop);
		stop.start();
		assertThat(result).failsWithin(LIMIT).withThrowableOfType(CancellationException.class);
		stop.join(5_000);
		assertThat(stop.isAlive()).isFalse();
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "a").map(StoredJob::state))
			.contains(JobState.FAILED);
	}

	@Test
	void deliveryEndsEvenIfTheCancellationThrows() {
		CompletableFuture<HandlingResult> result = new CompletableFuture<>();
		JobDelivery delivery = delivery((job, interrupted) -> {
			job.lease().started();
			job.lease().lose();
			return new PendingHandling(result, () -> {
				throw new OutOfMemoryError("unable to create native thread");
			});
		});
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(delivery::run);
		assertThat(this.ends).hasValue(0);
		result.complete(new HandlingResult(new Settlement.Ack(lease()), null));
		assertThat(this.ends).hasValue(1);
	}

	@Test
	void resultIsCancelledEvenIfNoThreadCanBeStarted() throws Exception {
		CompletableFuture<Object> result = new CompletableFuture<>();
		FailurePolicy policy = new FailurePolicy(BackoffPolicy.ttr(), RetriedExceptions.all(), List.of(),
				ContainerFixture.reasons(), ContainerFixture.failures());
		// The store does not know the lease, so it refuses the touch
		LeaseToucher toucher = new LeaseToucher(this.fixture.store, ContainerFixture.noEvents()::leaseLost,
				ContainerFixture.failures());
		JobDelivery delivery = delivery(new JobExecution((AsyncHandler) (job, context) -> {
			assertThat(context.touch()).isFalse();
			return result;
		}, policy, toucher, ContainerFixture.reasons(), PayloadWriter.simple(), ContainerFixture.failures()));
		Thread worker = new Thread(delivery) {

			@Override
			public ClassLoader getContextClassLoader() {
				throw new OutOfMemoryError("unable to create native thread");
			}

		};
		worker.start();
		worker.join(5_000);
		assertThat(worker.isAlive()).isFalse();
		assertThat(result).isCancelled();
		assertThat(this.ends).hasValue(1);
	}

	@Test
	void failureThatIsNotTheCancellationIsLogged() {
		CompletableFuture<Object> failing = new CompletableFuture<>() {

			@Override
			public boolean cancel(boolean mayInterruptIfRunning) {
				return completeExceptionally(new IllegalStateException("no stock"));
			}

		};
		try (RecordedLog log = new RecordedLog(JobExecution.class)) {
			this.fixture.start(ContainerFixture.settings().ttr(Duration.ofMillis(300)).maxAttempts(2),
					(AsyncHandler) (job, context) -> keep(context.id(),
							(context.attempt() == 1) ? failing : new CompletableFuture<>()));
			this.fixture.submit("a");
			await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "a").map(StoredJob::state),
					(state) -> state.filter(JobState.FAILED::equals).isPresent());
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.startsWith("The asynchronous result of job 'a' of topic 'orders' was cancelled, and failed with a "
						+ "different exception");
			assertThat(log.text()).contains("java.lang.IllegalStateException: no stock");
		}
	}

	private JobDelivery delivery(Execution execution) {
		LeaseTerms terms = new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH);
		HeldJob job = ContainerFixture.held(
				new ReservedJob(lease(), terms, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])),
				new HeldLease(lease(), terms, System.nanoTime()));
		JobSettler settler = JobSettler.onCallingThread(ContainerFixture.endpoint(), this.fixture.store,
				ContainerFixture.noEvents(), ContainerFixture.failures());
		return new JobDelivery(job, execution, settler, (ended) -> this.ends.incrementAndGet());
	}

	private static Lease lease() {
		return new Lease(ContainerFixture.TOPIC, "a", "token");
	}

}
