// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.AdditionalAnswers;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.AsyncHandler;
import io.delay.listener.ContainerFixture;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.FailureHandler;
import io.delay.listener.JobContext;
import io.delay.listener.JobErrorDecision;
import io.delay.listener.RecordedLog;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

/**
 * Handlers that return before their work is done.
 */
@Timeout(30)
@Tag("versions")
class AsyncHandlerTests {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final ContainerFixture fixture = new ContainerFixture();

	/** The last result for each job. */
	private final Map<String, CompletableFuture<Object>> results = new ConcurrentHashMap<>();

	private final Map<String, JobContext> contexts = new ConcurrentHashMap<>();

	private final AsyncHandler handler = (job, context) -> {
		CompletableFuture<Object> result = new CompletableFuture<>();
		this.contexts.put(context.id(), context);
		this.results.put(context.id(), result);
		return result;
	};

	@AfterEach
	void stopContainers() {
		this.results.values().forEach((result) -> result.complete("end"));
		this.fixture.close();
	}

	private CompletableFuture<Object> result(String id) {
		return await().until(() -> this.results.get(id), (result) -> result != null);
	}

	private JobState state(String id) {
		return this.fixture.template.find(ContainerFixture.TOPIC, id).map(StoredJob::state).orElse(null);
	}

	private void awaitGone(String id) {
		await().until(() -> state(id) == null);
	}

	private WorkerExecutorFactory oneThread() {
		return (id, concurrency) -> {
			ThreadPoolTaskExecutor oneThread = new ThreadPoolTaskExecutor();
			oneThread.setCorePoolSize(1);
			oneThread.setMaxPoolSize(1);
			oneThread.afterPropertiesSet();
			return oneThread;
		};
	}

	@Test
	void jobIsSettledWhenItsResultIsComplete() {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), this.handler);
		this.fixture.submit("a");
		CompletableFuture<Object> result = result("a");
		await().during(Duration.ofMillis(50)).until(() -> state("a") == JobState.RESERVED);
		assertThat(container.load().busyWorkers()).isOne();
		result.complete("done");
		awaitGone("a");
		await().until(() -> container.load().busyWorkers() == 0);
	}

	@Test
	void pendingResultsOccupyNoThreadButCountAgainstTheConcurrency() {
		this.fixture.workers(oneThread());
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings().concurrency(2), this.handler);
		List.of("a", "b", "c").forEach(this.fixture::submit);
		await().until(() -> this.results.size() == 2);
		await().during(Duration.ofMillis(150)).until(() -> this.results.size() == 2);
		assertThat(container.load().busyWorkers()).isEqualTo(2);
		this.results.values().iterator().next().complete("done");
		await().until(() -> this.results.size() == 3);
		assertThat(container.load().busyWorkers()).isEqualTo(2);
	}

	@Test
	void resultThatFailsIsAFailureOfTheJob() {
		this.fixture.start(ContainerFixture.settings().maxAttempts(1), this.handler);
		this.fixture.submit("a");
		result("a").completeExceptionally(new CompletionException(new IllegalStateException("no stock")));
		await().until(() -> state("a") == JobState.FAILED);
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "a").orElseThrow().failures().last().error())
			.isEqualTo("java.lang.IllegalStateException: no stock");
	}

	@Test
	void resultThatTheApplicationCancelsIsAFailureOfTheJob() {
		this.fixture.start(ContainerFixture.settings().maxAttempts(1), this.handler);
		this.fixture.submit("a");
		result("a").cancel(true);
		await().until(() -> state("a") == JobState.FAILED);
	}

	@Test
	void resultsThatAreCompleteOrNullCountAsDone() {
		this.fixture.start(ContainerFixture.settings(), (AsyncHandler) (job, context) -> context.id().equals("null")
				? null : CompletableFuture.completedFuture("done"));
		this.fixture.submit("null");
		this.fixture.submit("complete");
		awaitGone("null");
		awaitGone("complete");
	}

	@Test
	void resultThatHasAlreadyFailedIsAFailureOfTheJob() {
		this.fixture.start(ContainerFixture.settings().maxAttempts(1),
				(AsyncHandler) (job, context) -> CompletableFuture.failedStage(new IllegalStateException("no stock")));
		this.fixture.submit("a");
		await().until(() -> state("a") == JobState.FAILED);
	}

	@Test
	void stageWithoutAFutureIsAwaited() {
		CompletableFuture<Object> source = new CompletableFuture<>();
		CountDownLatch returned = new CountDownLatch(1);
		this.fixture.start(ContainerFixture.settings(), (AsyncHandler) (job, context) -> {
			returned.countDown();
			CompletionStage<Object> stage = mock(AdditionalAnswers.delegatesTo(source));
			willThrow(UnsupportedOperationException.class).given(stage).toCompletableFuture();
			return stage;
		});
		this.fixture.submit("a");
		await().until(() -> returned.getCount() == 0);
		assertThat(state("a")).isEqualTo(JobState.RESERVED);
		source.complete("done");
		awaitGone("a");
	}

	@Test
	void decisionThatIsMadeBeforeTheResultIsCompleteApplies() {
		this.fixture.start(ContainerFixture.settings(), this.handler);
		this.fixture.submit("a");
		CompletableFuture<Object> result = result("a");
		this.contexts.get("a").bury("too late");
		assertThat(state("a")).isEqualTo(JobState.RESERVED);
		result.complete("done");
		await().until(() -> state("a") == JobState.FAILED);
	}

	@Test
	void secondCompletionHasNoEffect() {
		AtomicInteger settled = new AtomicInteger();
		this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				settled.addAndGet(settlements.size());
				return super.settle(settlements);
			}

		}, ContainerFixture.settings(), this.handler);
		this.fixture.submit("a");
		CompletableFuture<Object> result = result("a");
		result.complete("done");
		result.completeExceptionally(new IllegalStateException("late"));
		result.obtrudeException(new IllegalStateException("later"));
		awaitGone("a");
		this.fixture.close();
		assertThat(settled).hasValue(1);
	}

	@Test
	void resultIsCancelledWhenTheLeaseEndsAndTheAttemptCounts() {
		try (RecordedLog log = new RecordedLog("io.delay.listener.dispatch")) {
			this.fixture.start(ContainerFixture.settings().ttr(Duration.ofMillis(300)).maxAttempts(1), this.handler);
			this.fixture.submit("a");
			assertThat(result("a")).failsWithin(LIMIT).withThrowableOfType(CancellationException.class);
			await().until(() -> state("a") == JobState.FAILED);
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.startsWith("The asynchronous result of job 'a' of topic 'orders' is cancelled because its lease has "
						+ "ended");
		}
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "a").orElseThrow().failures().last().error())
			.startsWith("TTR of 300 ms elapsed");
	}

	@Test
	void resultIsCancelledWhenTheStoreRefusesATouch() {
		this.fixture.start(ContainerFixture.settings(), this.handler);
		this.fixture.submit("a");
		CompletableFuture<Object> result = result("a");
		this.fixture.template
			.submit(Job.to(ContainerFixture.TOPIC).id("a").delay(LIMIT).onConflict(ConflictPolicy.REPLACE).build());
		assertThat(this.contexts.get("a").touch()).isFalse();
		assertThat(result).failsWithin(LIMIT).withThrowableOfType(CancellationException.class);
		await().until(() -> state("a") == JobState.DELAYED);
	}

	@Test
	void leaseIsExtendedUntilTheResultIsComplete() {
		Set<Instant> deadlines = ConcurrentHashMap.newKeySet();
		// Repeated if the machine pauses for so long that the lease ends
		this.fixture.start(ContainerFixture.settings().ttr(Duration.ofSeconds(1)).maxAttempts(9).autoTouch(true),
				(AsyncHandler) (job, context) -> {
					deadlines.add(context.deadline());
					return this.handler.handleAsync(job, context);
				});
		this.fixture.submit("a");
		await().atMost(LIMIT).until(() -> {
			CompletableFuture<Object> result = this.results.get("a");
			JobContext context = this.contexts.get("a");
			return result != null && !deadlines.contains(context.deadline()) && !result.isDone();
		});
		result("a").complete("done");
		awaitGone("a");
	}

	@Test
	void cancellationThatBlocksDelaysNoOtherJob() {
		CountDownLatch blocked = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<Object> blocking = new CompletableFuture<>() {

			@Override
			public boolean cancel(boolean mayInterruptIfRunning) {
				blocked.countDown();
				awaitQuietly(end);
				return super.cancel(mayInterruptIfRunning);
			}

		};
		AtomicBoolean first = new AtomicBoolean(true);
		this.fixture.start(ContainerFixture.settings(),
				(AsyncHandler) (job, context) -> first.compareAndSet(true, false) ? blocking : null);
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("a").ttr(Duration.ofMillis(200)).build());
		await().until(() -> blocked.getCount() == 0);
		this.fixture.submit("b");
		awaitGone("b");
		assertThat(blocking).isNotDone();
		end.countDown();
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void failureHandlerMayReturnAResult() {
		DelayListenerEndpoint endpoint = new DelayListenerEndpoint("listener-1", ContainerFixture.TOPIC,
				ContainerFixture.settings().maxAttempts(1).build(), (job, context) -> {
					throw new IllegalStateException("no stock");
				})
			.withFailureHandler(new FailureHandler(this.handler, 3, false));
		DelayListenerContainer container = new DelayListenerContainerFactory(this.fixture.store).create(endpoint);
		container.start();
		try {
			this.fixture.submit("a");
			CompletableFuture<Object> result = result("a");
			assertThat(state("a")).isEqualTo(JobState.RESERVED);
			result.complete("done");
			await().until(() -> state("a") == JobState.FAILED);
		}
		finally {
			container.stop();
		}
	}

	@Test
	void resultIsCancelledIfAnInterceptorFailsAfterTheHandler() {
		this.fixture.watch((options) -> options.withInterceptors(List.of((context, invocation) -> {
			invocation.proceed();
			throw new IllegalStateException("interceptor");
		})));
		this.fixture.start(ContainerFixture.settings().maxAttempts(1), this.handler);
		this.fixture.submit("a");
		await().until(() -> state("a") == JobState.FAILED);
		assertThat(this.results.get("a")).isCancelled();
	}

	@Test
	void interceptorsEndBeforeTheResultIsComplete() {
		CountDownLatch ended = new CountDownLatch(1);
		this.fixture.watch((options) -> options.withInterceptors(List.of((context, invocation) -> {
			invocation.proceed();
			ended.countDown();
		})));
		this.fixture.start(ContainerFixture.settings(), this.handler);
		this.fixture.submit("a");
		await().until(() -> ended.getCount() == 0);
		assertThat(state("a")).isEqualTo(JobState.RESERVED);
		result("a").complete("done");
		awaitGone("a");
	}

	@Test
	void errorHandlerOfAResultCanStopItsContainer() throws Exception {
		CompletableFuture<DelayListenerContainer> container = new CompletableFuture<>();
		this.fixture.watch((options) -> options.withErrorHandlers(List.of((context, failure) -> {
			container.join().stop();
			return JobErrorDecision.bury();
		})));
		container.complete(this.fixture.start(ContainerFixture.settings(), this.handler));
		this.fixture.submit("a");
		Thread completing = new Thread(() -> result("a").completeExceptionally(new IllegalStateException("no stock")));
		completing.start();
		completing.join(5_000);
		assertThat(completing.isAlive()).isFalse();
		await().until(() -> state("a") == JobState.FAILED);
	}

	// Each result completes before, while or after its handler returns.
	@Test
	void everyJobIsSettledOnceWhereverItsResultCompletes() {
		int count = 5_000;
		Map<String, Integer> deliveries = new ConcurrentHashMap<>();
		AtomicInteger pending = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		ExecutorService completing = Executors.newFixedThreadPool(3);
		try {
			this.fixture.start(ContainerFixture.settings().concurrency(7), (AsyncHandler) (job, context) -> {
				deliveries.merge(context.id(), 1, Integer::sum);
				most.accumulateAndGet(pending.incrementAndGet(), Math::max);
				CompletableFuture<Object> result = new CompletableFuture<>();
				completing.execute(() -> {
					LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(50_000));
					pending.decrementAndGet();
					result.complete("done");
				});
				LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(50_000));
				return result;
			});
			for (int i = 0; i < count; i += 500) {
				this.fixture.submit(500);
			}
			await().atMost(Duration.ofSeconds(20))
				.until(() -> this.fixture.store.status(ContainerFixture.TOPIC)
					.counts()
					.values()
					.stream()
					.allMatch((jobs) -> jobs == 0));
		}
		finally {
			completing.shutdownNow();
		}
		assertThat(deliveries).hasSize(count);
		assertThat(deliveries.values()).allMatch((times) -> times == 1);
		assertThat(most.get()).isBetween(2, 7);
	}

}
