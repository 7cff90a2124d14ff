// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.BatchFailures;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.ContainerFixture;
import io.delay.listener.ContainerLoad;
import io.delay.listener.DelayHeaders;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.FailureHandler;
import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.listener.JobErrorDecision;
import io.delay.listener.JobInterceptor;
import io.delay.listener.JobInvocation;
import io.delay.listener.ListenerSettings;
import io.delay.listener.RecordedLog;
import io.delay.listener.UnprocessableJobException;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.observation.JobMetrics;
import io.delay.observation.JobOutcome;
import io.delay.store.StoredJob;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Containers whose handlers get several jobs in one call.
 */
@Timeout(60)
class BatchContainerTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final BlockingQueue<List<String>> batches = new LinkedBlockingQueue<>();

	private final CountDownLatch end = new CountDownLatch(1);

	private final ContainerFixture fixture = new ContainerFixture();

	@AfterEach
	void stop() {
		this.end.countDown();
		this.fixture.close();
	}

	private static ListenerSettings.Builder settings(int batch) {
		return ContainerFixture.settings().concurrency(1).batch(batch).ttr(LONG);
	}

	private DelayListenerContainer start(ListenerSettings.Builder settings, BatchJobHandler handler) {
		return this.fixture.start(settings, handler);
	}

	private void record(List<JobContext> contexts) {
		this.batches.add(contexts.stream().map(JobContext::id).toList());
	}

	private List<String> next() throws InterruptedException {
		return this.batches.poll(20, TimeUnit.SECONDS);
	}

	private void submit(String... ids) {
		this.fixture.template
			.submitAll(List.of(ids).stream().map((id) -> Job.to(ContainerFixture.TOPIC).id(id).build()).toList());
	}

	private Optional<StoredJob> find(String id) {
		return this.fixture.store.find(ContainerFixture.TOPIC, id);
	}

	private void awaitState(String id, JobState state) {
		await().atMost(Duration.ofSeconds(20))
			.until(() -> Objects.equals(
					this.fixture.template.find(ContainerFixture.TOPIC, id).map((job) -> job.state()).orElse(null),
					state));
	}

	@Test
	void readyJobsAreHandledTogetherAndAcked() throws Exception {
		String[] ids = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };
		submit(ids);
		start(settings(4), (jobs, contexts) -> {
			assertThat(jobs).extracting((job) -> job.lease().id())
				.containsExactlyElementsOf(contexts.stream().map(JobContext::id).toList());
			record(contexts);
		});
		assertThat(List.of(next(), next(), next())).extracting(List::size).containsExactly(4, 4, 2);
		for (String id : ids) {
			awaitState(id, null);
		}
	}

	@Test
	void jobIsHandledWithoutWaitingForMore() throws Exception {
		start(settings(100), (jobs, contexts) -> record(contexts));
		submit("a");
		assertThat(next()).containsExactly("a");
		submit("b");
		assertThat(next()).containsExactly("b");
	}

	@Test
	void jobsThatAreDueTogetherAreHandledTogether() throws Exception {
		start(settings(10), (jobs, contexts) -> record(contexts));
		DelayTemplate template = this.fixture.template;
		template.submitAll(List.of("a", "b", "c")
			.stream()
			.map((id) -> Job.to(ContainerFixture.TOPIC).id(id).delay(Duration.ofMillis(300)).build())
			.toList());
		assertThat(next()).containsExactlyInAnyOrder("a", "b", "c");
	}

	@Test
	void containerHoldsNoMoreThanItsWorkersCanTake() throws Exception {
		this.fixture.submit(20);
		DelayListenerContainer container = start(settings(3).concurrency(2), (jobs, contexts) -> {
			record(contexts);
			this.end.await();
		});
		assertThat(List.of(next(), next())).extracting(List::size).containsExactly(3, 3);
		assertThat(container.load()).isEqualTo(new ContainerLoad(2, 6, 0));
	}

	@Test
	void exceptionFailsAllJobsEachWithItsOwnAttempts() {
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("a").maxAttempts(2).build());
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("b").maxAttempts(3).build());
		start(settings(10).backoff(BackoffPolicy.fixed(Duration.ZERO)), (jobs, contexts) -> {
			record(contexts);
			throw new IllegalStateException("no");
		});
		awaitState("a", JobState.FAILED);
		awaitState("b", JobState.FAILED);
		assertThat(this.batches.peek()).containsExactly("a", "b");
		assertThat(this.batches.stream().flatMap(List::stream)).containsExactlyInAnyOrder("a", "a", "b", "b", "b");
	}

	@Test
	void namedJobsFailAndTheOthersAreAcked() throws Exception {
		BlockingQueue<String> decided = new LinkedBlockingQueue<>();
		this.fixture.watch((options) -> options.withErrorHandlers(List.of((context, failure) -> {
			decided.add(context.id() + " " + failure.getMessage());
			return JobErrorDecision.byDefault();
		})));
		submit("a", "b", "c", "d");
		start(settings(10).backoff(BackoffPolicy.fixed(LONG)).noRetryFor(List.of(IllegalArgumentException.class)),
				(jobs, contexts) -> {
					record(contexts);
					throw new BatchFailures().add(1, new IllegalStateException("second"))
						.add(contexts.get(3), new IllegalArgumentException("fourth"));
				});
		assertThat(next()).hasSize(4);
		awaitState("a", null);
		awaitState("b", JobState.DELAYED);
		awaitState("c", null);
		awaitState("d", JobState.FAILED);
		assertThat(decided).containsExactly("b second", "d fourth");
	}

	@Test
	void failureThatNamesNoJobOfTheBatchFailsAll() {
		submit("a", "b");
		start(settings(10).backoff(BackoffPolicy.fixed(LONG)), (jobs, contexts) -> {
			throw new BatchFailures().add(2, new IllegalStateException("no such job"));
		});
		awaitState("a", JobState.DELAYED);
		awaitState("b", JobState.DELAYED);
	}

	@Test
	void decisionOfEachContextApplies() {
		submit("a", "b", "c", "d");
		start(settings(10).backoff(BackoffPolicy.fixed(LONG)), (jobs, contexts) -> {
			contexts.get(0).release(LONG);
			contexts.get(1).bury("not wanted");
			contexts.get(2).resubmit("next", LONG);
		});
		awaitState("a", JobState.DELAYED);
		awaitState("b", JobState.FAILED);
		awaitState("c", JobState.DELAYED);
		awaitState("d", null);
		assertThat(find("c").orElseThrow().record().payload()).asString().isEqualTo("next");
	}

	@Test
	void jobsWhoseStartIsReportedFirstAreHandledAlone() throws Exception {
		for (String id : List.of("a", "b")) {
			this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id(id).maxAttempts(1).build());
		}
		submit("c", "d");
		start(settings(10), (jobs, contexts) -> record(contexts));
		assertThat(List.of(next(), next(), next())).containsExactlyInAnyOrder(List.of("a"), List.of("b"),
				List.of("c", "d"));
	}

	@Test
	void errorHandlerGetsTheNamedFailureOfAJobThatIsHandledAlone() {
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("a").maxAttempts(1).build());
		BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
		this.fixture.watch((options) -> options.withErrorHandlers(List.of((context, failure) -> {
			failures.add(failure);
			return JobErrorDecision.byDefault();
		})));
		Exception failure = new IllegalStateException("no");
		start(settings(10), (jobs, contexts) -> {
			throw new BatchFailures().add(0, failure);
		});
		awaitState("a", JobState.FAILED);
		assertThat(failures).containsExactly(failure);
	}

	@Test
	void interruptedBatchIsHandedBackAndItsAttemptsDoNotCount() throws Exception {
		this.fixture.shutdownTimeout(Duration.ofMillis(50));
		submit("a", "b", "c");
		DelayListenerContainer container = start(settings(10).maxAttempts(2), (jobs, contexts) -> {
			record(contexts);
			this.end.await();
		});
		assertThat(next()).hasSize(3);
		container.stop();
		for (String id : List.of("a", "b", "c")) {
			awaitState(id, JobState.READY);
		}
		assertThat(this.fixture.template.reserve(ContainerFixture.TOPIC, 10)).hasSize(3)
			.allSatisfy((job) -> assertThat(job.terms().attempt()).isOne());
	}

	@Test
	void interruptedBatchIsLoggedOnce() throws Exception {
		this.fixture.shutdownTimeout(Duration.ofMillis(50));
		submit("a", "b", "c");
		CountDownLatch interrupted = new CountDownLatch(1);
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			DelayListenerContainer container = start(settings(10), (jobs, contexts) -> {
				record(contexts);
				try {
					this.end.await();
				}
				catch (InterruptedException ex) {
					interrupted.countDown();
				}
			});
			assertThat(next()).hasSize(3);
			container.stop();
			assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
			assertThat(log.messages(Level.WARN)).hasSize(2)
				.anySatisfy((message) -> assertThat(message).contains("interrupts 1 running handler(s)"))
				.anySatisfy((message) -> assertThat(message)
					.startsWith("Handler of 3 job(s) of a batch of topic 'orders' was interrupted"));
		}
	}

	@Test
	void stopThatTheHandlerRequestsDoesNotWaitForIt() throws Exception {
		BlockingQueue<DelayListenerContainer> containers = new LinkedBlockingQueue<>();
		submit("a", "b");
		DelayListenerContainer container = this.fixture.create(this.fixture.store, settings(10),
				(BatchJobHandler) (jobs, contexts) -> {
					containers.take().stop();
					assertThat(Thread.currentThread().isInterrupted()).isFalse();
					record(contexts);
				});
		containers.add(container);
		container.start();
		assertThat(next()).hasSize(2);
		awaitState("a", null);
		awaitState("b", null);
	}

	@Test
	void handlerMayEndItsOwnJobs() throws Exception {
		submit("a", "b", "c");
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			start(settings(10), (jobs, contexts) -> {
				this.fixture.template.cancel(ContainerFixture.TOPIC, "a");
				this.fixture.template.submit(
						Job.to(ContainerFixture.TOPIC).id("b").delay(LONG).onConflict(ConflictPolicy.REPLACE).build());
				record(contexts);
			});
			assertThat(next()).hasSize(3);
			awaitState("a", null);
			awaitState("b", JobState.DELAYED);
			awaitState("c", null);
			this.fixture.close();
			assertThat(log.messages(Level.WARN)).isEmpty();
		}
	}

	@Test
	void lostLeaseOfOneJobDoesNotAffectTheOthers() throws Exception {
		submit("a", "b", "c");
		start(settings(10), (jobs, contexts) -> {
			record(contexts);
			this.end.await();
		});
		assertThat(next()).hasSize(3);
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC)
			.id("b")
			.payload("newer")
			.delay(LONG)
			.onConflict(ConflictPolicy.REPLACE)
			.build());
		this.end.countDown();
		awaitState("a", null);
		awaitState("c", null);
		assertThat(find("b").orElseThrow().record().payload()).asString().isEqualTo("newer");
	}

	@Test
	void autoTouchExtendsTheLeasesOfAllJobs() throws Exception {
		submit("a", "b", "c");
		start(settings(10).ttr(Duration.ofSeconds(2)).autoTouch(true), (jobs, contexts) -> {
			record(contexts);
			for (int i = 0; i < contexts.size(); i++) {
				JobContext context = contexts.get(i);
				Instant first = jobs.get(i).terms().deadline();
				await().atMost(Duration.ofSeconds(20)).until(() -> context.deadline().isAfter(first.plusMillis(100)));
			}
		});
		assertThat(next()).hasSize(3);
		for (String id : List.of("a", "b", "c")) {
			awaitState(id, null);
		}
		assertThat(this.batches).isEmpty();
	}

	@Test
	void failureHandlerGetsOneJobAtATime() throws Exception {
		submit("a", "b");
		DelayListenerContainer container = new DelayListenerContainerFactory(this.fixture.store)
			.create(new DelayListenerEndpoint("listener-1", ContainerFixture.TOPIC, settings(10).maxAttempts(9).build(),
					(BatchJobHandler) (jobs, contexts) -> {
						throw new UnprocessableJobException("no");
					},
					new FailureHandler((job, context) -> this.batches.add(List.of("failed", context.id())), 3, true)));
		container.start();
		try {
			assertThat(List.of(next(), next())).containsExactlyInAnyOrder(List.of("failed", "a"),
					List.of("failed", "b"));
			awaitState("a", null);
			awaitState("b", null);
		}
		finally {
			container.stop();
		}
	}

	@Test
	void handlerThatHangsIsLoggedOnceAndCountsAsOneWorker() throws Exception {
		submit("a", "b", "c");
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			DelayListenerContainer container = start(settings(10).ttr(Duration.ofMillis(200)).maxAttempts(9),
					(jobs, contexts) -> {
						record(contexts);
						this.end.await();
					});
			assertThat(next()).hasSize(3);
			await().atMost(Duration.ofSeconds(20)).until(container::isStuck);
			await().atMost(Duration.ofSeconds(20))
				.until(() -> log.messages(Level.WARN)
					.stream()
					.anyMatch((message) -> message.contains("is still running")));
			assertThat(log.messages(Level.WARN)).filteredOn((message) -> message.contains("is still running"))
				.hasSize(1);
			assertThat(container.load().busyWorkers()).isOne();
			assertThat(container.load().overdueHandlers()).isOne();
		}
	}

	@Test
	void loggingContextHasTheTopicOnly() {
		BlockingQueue<Map<String, String>> contexts = new LinkedBlockingQueue<>();
		submit("a", "b");
		start(settings(10), (jobs, jobContexts) -> contexts.add(MDC.getCopyOfContextMap()));
		await().atMost(Duration.ofSeconds(20)).until(() -> !contexts.isEmpty());
		assertThat(contexts).containsExactly(Map.of(DelayHeaders.TOPIC, ContainerFixture.TOPIC));
	}

	@Test
	void errorHandlersRunInTheLoggingContextOfTheirJobs() throws Exception {
		BlockingQueue<Map<String, String>> contexts = new LinkedBlockingQueue<>();
		this.fixture.watch((options) -> options.withErrorHandlers(List.of((context, failure) -> {
			contexts.add(MDC.getCopyOfContextMap());
			return JobErrorDecision.byDefault();
		})));
		submit("a", "b");
		start(settings(10).backoff(BackoffPolicy.fixed(LONG)), (jobs, jobContexts) -> {
			throw new IllegalStateException("no");
		});
		awaitState("a", JobState.DELAYED);
		awaitState("b", JobState.DELAYED);
		assertThat(contexts).containsExactly(
				Map.of(DelayHeaders.TOPIC, ContainerFixture.TOPIC, DelayHeaders.ID, "a", DelayHeaders.ATTEMPT, "1"),
				Map.of(DelayHeaders.TOPIC, ContainerFixture.TOPIC, DelayHeaders.ID, "b", DelayHeaders.ATTEMPT, "1"));
	}

	@Test
	void eachJobIsObservedAndTheHandlerRunsInNoneOfTheObservations() throws Exception {
		TestObservationRegistry registry = TestObservationRegistry.create();
		BlockingQueue<Optional<Observation>> current = new LinkedBlockingQueue<>();
		this.fixture.watch((options) -> options.withObservations(registry, null));
		submit("a", "b", "c");
		start(settings(10).backoff(BackoffPolicy.fixed(LONG)), (jobs, contexts) -> {
			current.add(Optional.ofNullable(registry.getCurrentObservation()));
			throw new BatchFailures().add(1, new IllegalStateException("no"));
		});
		assertThat(current.poll(20, TimeUnit.SECONDS)).isEmpty();
		awaitState("a", null);
		awaitState("b", JobState.DELAYED);
		awaitState("c", null);
		TestObservationRegistryAssert.assertThat(registry)
			.doesNotHaveAnyRemainingCurrentObservation()
			.hasNumberOfObservationsWithNameEqualTo("delay.process", 3)
			.hasAnObservationWithAKeyValue("outcome", "retried");
	}

	@Test
	void interceptorsRunAroundTheBatch() throws Exception {
		BlockingQueue<String> events = new LinkedBlockingQueue<>();
		this.fixture.watch((options) -> options.withInterceptors(List.of(new JobInterceptor() {

			@Override
			public void intercept(JobContext context, JobInvocation invocation) {
				events.add("single");
			}

			@Override
			public void interceptBatch(List<JobContext> contexts, JobInvocation invocation) throws Exception {
				events.add("begin " + contexts.size());
				invocation.proceed();
				events.add("end");
			}

		}, (context, invocation) -> events.add("single"))));
		submit("a", "b");
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("c").maxAttempts(1).build());
		start(settings(10), (jobs, contexts) -> events.add("handled " + contexts.size()));
		awaitState("a", null);
		awaitState("c", null);
		assertThat(events).containsExactly("begin 2", "handled 2", "end", "begin 1", "handled 1", "end");
	}

	@Test
	void eachJobIsMeasured() {
		Map<String, Integer> counts = new ConcurrentHashMap<>();
		this.fixture.watch((options) -> options.withMetrics(new JobMetrics() {

			@Override
			public void started(String topic, String listener, Duration lateness) {
				counts.merge("started", 1, Integer::sum);
			}

			@Override
			public void settled(String topic, String listener, JobOutcome outcome, String exception) {
				counts.merge(outcome.tag() + " " + exception, 1, Integer::sum);
			}

		}));
		submit("a", "b", "c");
		start(settings(10).backoff(BackoffPolicy.fixed(LONG)), (jobs, contexts) -> {
			throw new BatchFailures().add(1, new IllegalStateException("no"));
		});
		await().atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(counts)
				.isEqualTo(Map.of("started", 3, "acked none", 2, "retried IllegalStateException", 1)));
	}

	@Test
	void batchesOfJobsWithASingleAttemptAreLogged() {
		BatchJobHandler handler = (jobs, contexts) -> {
		};
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			this.fixture.create(this.fixture.store, settings(10).maxAttempts(2), handler);
			this.fixture.create(this.fixture.store, settings(1).maxAttempts(1), handler);
			assertThat(log.messages(Level.WARN)).isEmpty();
			this.fixture.create(this.fixture.store, settings(10).maxAttempts(1), handler);
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.contains("has the batch size 10, but gives jobs a single attempt by default");
		}
	}

	@Test
	void batchSizeThatDoesNotFitTheHandlerIsRejected() {
		assertThatExceptionOfType(InvalidListenerException.class)
			.isThrownBy(() -> this.fixture.create(this.fixture.store, settings(10), (job, context) -> {
			}))
			.withMessageContaining("has the batch size 10, but handles one job at a time");
		assertThatExceptionOfType(InvalidListenerException.class).isThrownBy(() -> this.fixture
			.create(this.fixture.store, ContainerFixture.settings(), (BatchJobHandler) (jobs, contexts) -> {
			})).withMessageContaining("handles batches, but has no batch size");
		for (int size : Set.of(0, 501)) {
			assertThatIllegalArgumentException().isThrownBy(() -> settings(size).build())
				.withMessage("Batch " + size + " must be 1 to 500");
		}
	}

}
