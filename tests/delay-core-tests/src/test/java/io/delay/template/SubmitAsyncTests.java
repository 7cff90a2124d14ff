// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.delay.converter.PayloadConversionException;
import io.delay.converter.SimplePayloadConverter;
import io.delay.delivery.HandlerScope;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.listener.RecordedLog;
import io.delay.store.NewJob;
import io.delay.store.ReservedJob;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for submits that do not block, and for the warning about those that do.
 */
class SubmitAsyncTests {

	private final MemoryJobStore memory = new MemoryJobStore();

	private final SlowStore store = new SlowStore();

	private final AsyncSubmits submits = new AsyncSubmits(1, 1);

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final DelayTemplate template = new DelayTemplate(this.store, this.memory, new SimplePayloadConverter(),
			DelayTemplateOptions.defaults().withObservations(new SubmitObservations(this.registry, null, null)),
			this.submits);

	@AfterEach
	void stopThreads() {
		this.store.open.countDown();
		this.template.destroy();
	}

	@Test
	void callerReceivesTheResultWithoutWaitingForTheStore() throws Exception {
		Future<SubmitResult> result = this.template.submitAsync(job("a"));
		this.store.entered.await();
		assertThat(result).isNotDone();
		this.store.open.countDown();
		assertThat(get(result).status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(this.memory.find("orders", "a")).isPresent();
	}

	@Test
	void unknownOutcomeFailsTheFuture() {
		this.store.open.countDown();
		this.store.failure = new SubmitOutcomeUnknownException(List.of("orders"), List.of("a"), null);
		assertThat(failure(this.template.submitAsync(job("a")))).isSameAs(this.store.failure);
	}

	@Test
	void payloadThatCannotBeWrittenFailsTheFuture() {
		Job job = Job.to("orders").payload(Map.of()).build();
		assertThat(failure(this.template.submitAsync(job))).isInstanceOf(PayloadConversionException.class);
	}

	@Test
	void jobIsRefusedIfTooManyJobsAreWaiting() throws Exception {
		this.template.submitAsync(job("a"));
		this.store.entered.await();
		Future<SubmitResult> waiting = this.template.submitAsync(job("b"));
		assertThat(failure(this.template.submitAsync(job("c"))))
			.isInstanceOf(TransientDataAccessResourceException.class)
			.hasMessage("Job 'c' of topic 'orders' was not submitted, because 1 jobs are already waiting to be "
					+ "submitted. Limit the number of concurrent calls of submitAsync, for instance by the "
					+ "concurrency of flatMap");
		this.store.open.countDown();
		get(waiting);
		assertThat(this.memory.find("orders", "c")).isEmpty();
	}

	@Test
	void cancelledFutureIsNotSubmittedIfItIsStillWaiting() throws Exception {
		Future<SubmitResult> first = this.template.submitAsync(job("a"));
		this.store.entered.await();
		this.template.submitAsync(job("b")).cancel(true);
		this.store.open.countDown();
		get(first);
		this.template.destroy();
		assertThat(this.memory.find("orders", "b")).isEmpty();
	}

	@Test
	void stopSubmitsWaitingJobsAndRefusesOthers() throws Exception {
		this.template.submitAsync(job("a"));
		this.store.entered.await();
		Future<SubmitResult> waiting = this.template.submitAsync(job("b"));
		this.store.open.countDown();
		this.template.destroy();
		assertThat(waiting).isDone();
		assertThat(this.memory.find("orders", "b")).isPresent();
		assertThat(failure(this.template.submitAsync(job("c"))))
			.isInstanceOf(TransientDataAccessResourceException.class)
			.hasMessage("Job 'c' of topic 'orders' was not submitted, because the application is stopping");
	}

	@Test
	void jobThatIsStillWaitingAtTheEndOfAStopIsRefused() throws Exception {
		Future<SubmitResult> first = this.template.submitAsync(job("a"));
		this.store.entered.await();
		Future<SubmitResult> waiting = this.template.submitAsync(job("b"));
		this.submits.close(Duration.ZERO);
		assertThat(failure(waiting)).isInstanceOf(TransientDataAccessResourceException.class);
		assertThat(failure(first)).isInstanceOf(SubmitOutcomeUnknownException.class);
	}

	@Test
	void traceOfTheCallerIsContinued() throws Exception {
		this.store.open.countDown();
		Observation request = Observation.start("request", this.registry);
		get(request.scoped(() -> this.template.submitAsync(job("a"))));
		request.stop();
		TestObservationRegistryAssert.assertThat(this.registry)
			.hasObservationWithNameEqualTo("delay.submit")
			.that()
			.hasParentObservationEqualTo(request);
	}

	@Test
	void handlerCanReplaceItsOwnJob() throws Exception {
		this.store.open.countDown();
		this.template.submit(job("a"));
		ReservedJob reserved = this.template.reserve("orders", 1).get(0);
		HandlerScope scope = new HandlerScope(reserved.lease());
		get(scope.call(() -> this.template
			.submitAsync(Job.to("orders").id("a").payload("2").onConflict(ConflictPolicy.REPLACE).build())));
		assertThat(scope.end(System.nanoTime() + TimeUnit.MINUTES.toNanos(1))).isEqualTo(HandlerScope.End.REPLACED);
	}

	@Test
	void transactionThatItCannotJoinIsRefused() {
		this.store.joinsTransaction = true;
		assertThatIllegalStateException().isThrownBy(() -> this.template.submitAsync(job("a")))
			.withMessage("Job of topic 'orders' was not submitted, because submitAsync cannot take part in the "
					+ "current transaction. Use submit");
	}

	@Test
	void firstBlockingCallOnAThreadOfReactorIsLogged() {
		this.store.open.countDown();
		try (RecordedLog log = new RecordedLog(BlockingCallCheck.class)) {
			Mono.fromRunnable(() -> this.template.submit(job("a"))).subscribeOn(Schedulers.parallel()).block();
			Mono.fromRunnable(() -> this.template.cancel("orders", "a")).subscribeOn(Schedulers.parallel()).block();
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.contains("The call of submit for topic 'orders' blocks thread 'parallel-", "submitAsync",
						"boundedElastic");
			assertThat(log.text()).contains("SubmitAsyncTests");
		}
	}

	@Test
	void blockingCallOnAThreadOfNettyIsLogged() throws Exception {
		try (RecordedLog log = new RecordedLog(BlockingCallCheck.class)) {
			run(new DefaultThreadFactory("loop"), () -> this.template.find("orders", "a"));
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.contains("The call of find for topic 'orders' blocks thread 'loop-");
		}
	}

	@Test
	void callsThatDoNotBlockAnEventLoopAreNotLogged() throws Exception {
		this.store.open.countDown();
		try (RecordedLog log = new RecordedLog(BlockingCallCheck.class)) {
			run(new DefaultThreadFactory("loop"), () -> get(this.template.submitAsync(job("a"))));
			run(Thread::new, () -> this.template.submit(job("b")));
			Mono.fromRunnable(() -> this.template.submit(job("c"))).subscribeOn(Schedulers.boundedElastic()).block();
			assertThat(log.messages(Level.WARN)).isEmpty();
		}
	}

	private static Job job(String id) {
		return Job.to("orders").id(id).payload("1").build();
	}

	private static <T> T get(Future<T> future) throws Exception {
		return future.get(1, TimeUnit.MINUTES);
	}

	private static Throwable failure(Future<?> future) {
		return catchThrowableOfType(ExecutionException.class, () -> get(future)).getCause();
	}

	private static void run(ThreadFactory threads, Callable<?> call) throws Exception {
		FutureTask<?> task = new FutureTask<>(call);
		threads.newThread(task).start();
		get(task);
	}

	private final class SlowStore extends ForwardingJobStore {

		private final CountDownLatch entered = new CountDownLatch(1);

		private final CountDownLatch open = new CountDownLatch(1);

		private volatile RuntimeException failure;

		private boolean joinsTransaction;

		private SlowStore() {
			super(SubmitAsyncTests.this.memory);
		}

		@Override
		public List<SubmitResult> submit(List<NewJob> jobs) {
			this.entered.countDown();
			try {
				this.open.await();
			}
			catch (InterruptedException ex) {
				throw new SubmitOutcomeUnknownException(List.of("orders"), List.of(jobs.get(0).id()), ex);
			}
			if (this.failure != null) {
				throw this.failure;
			}
			return super.submit(jobs);
		}

		@Override
		public boolean joinsTransaction() {
			return this.joinsTransaction;
		}

	}

}
