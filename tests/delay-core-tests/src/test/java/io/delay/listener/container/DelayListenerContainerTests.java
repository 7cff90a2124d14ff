// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.JobContext;
import io.delay.listener.UnprocessableJobException;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.StoredJob;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a container does with jobs while its store answers.
 */
@Timeout(30)
class DelayListenerContainerTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	private void record(JobContext context) {
		this.deliveries
			.add(new Delivery(context.id(), context.attempt(), System.nanoTime(), context.isLeaseLost(), context));
	}

	private Delivery next() throws InterruptedException {
		return Optional.ofNullable(this.deliveries.poll(10, TimeUnit.SECONDS))
			.orElseThrow(() -> new AssertionError("No delivery"));
	}

	private void awaitGone(String id) {
		await().until(() -> find(id).isEmpty());
	}

	private StoredJob awaitState(String id, JobState state) {
		return await().until(() -> find(id), (job) -> job.isPresent() && job.get().state() == state).orElseThrow();
	}

	private Optional<StoredJob> find(String id) {
		return this.fixture.template.find(ContainerFixture.TOPIC, id);
	}

	@Test
	void jobIsAcknowledgedWhenItsHandlerReturns() throws Exception {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> record(context));
		this.fixture.submit("a");
		assertThat(next().attempt()).isEqualTo(1);
		awaitGone("a");
	}

	@Test
	void jobRunsOnceItIsDueAndNotBefore() throws Exception {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> record(context));
		long submitted = System.nanoTime();
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("a").delay(Duration.ofMillis(300)).build());
		Duration waited = Duration.ofNanos(next().time() - submitted);
		// The store counts in whole milliseconds
		assertThat(waited).isBetween(Duration.ofMillis(299), Duration.ofSeconds(5));
	}

	@Test
	void jobThatIsRescheduledToAnEarlierTimeRunsThen() throws Exception {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> record(context));
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("a").delay(Duration.ofHours(1)).build());
		this.fixture.template.reschedule(ContainerFixture.TOPIC, "a", Duration.ZERO);
		assertThat(next().id()).isEqualTo("a");
	}

	@Test
	void contextDescribesTheDelivery() throws Exception {
		Instant due = Instant.now();
		this.fixture.template
			.submit(Job.to(ContainerFixture.TOPIC).id("a").dueTime(due).maxAttempts(3).header("k", "v").build());
		this.fixture.start(ContainerFixture.settings(), (job, context) -> record(context));
		JobContext context = next().context();
		assertThat(context.topic()).isEqualTo(ContainerFixture.TOPIC);
		assertThat(context.maxAttempts()).isEqualTo(3);
		assertThat(context.dueTime()).isBetween(due.minusMillis(1), due.plusSeconds(10));
		assertThat(context.deadline()).isAfter(due.plusSeconds(55));
		assertThat(context.headers()).containsEntry("k", "v");
	}

	@Test
	void handlerThatThrowsIsCalledAgainOneTtrAfterTheReserve() throws Exception {
		Duration ttr = Duration.ofMillis(400);
		this.fixture.start(ContainerFixture.settings().ttr(ttr), (job, context) -> {
			record(context);
			if (context.attempt() == 1) {
				throw new IllegalStateException("first");
			}
		});
		// Reserved after it was submitted. The store counts in whole milliseconds
		long submitted = System.nanoTime();
		this.fixture.submit("a");
		assertThat(next().attempt()).isEqualTo(1);
		Delivery second = next();
		assertThat(second.attempt()).isEqualTo(2);
		assertThat(Duration.ofNanos(second.time() - submitted)).isBetween(ttr.minusMillis(1), Duration.ofSeconds(5));
		awaitGone("a");
	}

	@Test
	void fixedBackoffIsUsedInsteadOfTheTtr() throws Exception {
		this.fixture.start(ContainerFixture.settings()
			.ttr(Duration.ofHours(1))
			.backoff(BackoffPolicy.fixed(Duration.ofMillis(20))), (job, context) -> {
				record(context);
				throw new IllegalStateException("again");
			});
		this.fixture.submit("a");
		assertThat(next().attempt()).isEqualTo(1);
		assertThat(next().attempt()).isEqualTo(2);
	}

	@Test
	void exhaustedJobIsFailedWithErrorHostAndTime() {
		this.fixture.start(
				ContainerFixture.settings().maxAttempts(2).backoff(BackoffPolicy.fixed(Duration.ofMillis(10))),
				(job, context) -> {
					throw new IllegalStateException("attempt " + context.attempt());
				});
		this.fixture.submit("a");
		StoredJob job = awaitState("a", JobState.FAILED);
		assertThat(job.failures().attempts()).isEqualTo(2);
		assertThat(job.failures().last().error()).isEqualTo("java.lang.IllegalStateException: attempt 2");
		assertThat(job.failures().last().host()).isEqualTo("host-1");
		assertThat(job.failures().time()).isNotNull();
	}

	@Test
	void errorIsAFailureLikeAnyOther() throws Exception {
		this.fixture.start(ContainerFixture.settings().backoff(BackoffPolicy.fixed(Duration.ofMillis(10))),
				(job, context) -> {
					record(context);
					if (context.attempt() == 1) {
						throw new StackOverflowError();
					}
				});
		this.fixture.submit("a");
		next();
		assertThat(next().attempt()).isEqualTo(2);
		awaitGone("a");
	}

	@Test
	void exceptionListedInNoRetryForBuriesAtOnce() {
		this.fixture.start(ContainerFixture.settings().noRetryFor(List.of(IllegalArgumentException.class)),
				(job, context) -> {
					throw new ExecutionException(new NumberFormatException("no number"));
				});
		this.fixture.submit("a");
		assertThat(awaitState("a", JobState.FAILED).failures().last().error())
			.isEqualTo("java.lang.NumberFormatException: no number");
	}

	@Test
	void causeOfAnExceptionCountsForNoRetryFor() {
		this.fixture.start(ContainerFixture.settings().noRetryFor(List.of(IllegalArgumentException.class)),
				(job, context) -> {
					throw new IllegalStateException(new IllegalArgumentException());
				});
		this.fixture.submit("a");
		assertThat(awaitState("a", JobState.FAILED).failures().attempts()).isEqualTo(1);
	}

	@Test
	void exceptionThatIsNotListedInRetryForBuriesAtOnce() {
		this.fixture.start(ContainerFixture.settings().retryFor(List.of(IllegalArgumentException.class)),
				(job, context) -> {
					throw context.id().equals("a") ? new IllegalStateException()
							: new IllegalStateException(new IllegalArgumentException());
				});
		this.fixture.submit("a");
		this.fixture.submit("b");
		assertThat(awaitState("a", JobState.FAILED).failures().attempts()).isEqualTo(1);
		assertThat(awaitState("b", JobState.DELAYED).failures().attempts()).isEqualTo(1);
	}

	@Test
	void unprocessableJobIsBuriedAtOnceAndOthersAreHandled() throws Exception {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			if (context.id().equals("bad")) {
				throw new UnprocessableJobException("cannot be read");
			}
			record(context);
		});
		this.fixture.submit("bad");
		this.fixture.submit("good");
		assertThat(next().id()).isEqualTo("good");
		assertThat(awaitState("bad", JobState.FAILED).failures().last().error()).contains("cannot be read");
	}

	@Test
	void lateAckIsRefusedAndThatOfTheOtherDeliveryIsAccepted() throws Exception {
		CountDownLatch second = new CountDownLatch(1);
		AtomicBoolean lostSeen = new AtomicBoolean();
		CountDownLatch firstDone = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		// With its only worker busy, this container does not take the job again itself
		this.fixture.start(ContainerFixture.settings().concurrency(1).ttr(Duration.ofMillis(500)), (job, context) -> {
			// Counts as an attempt from now on, unless it begins too late and is repeated
			if (!context.touch()) {
				return;
			}
			record(context);
			second.await(10, TimeUnit.SECONDS);
			lostSeen.set(context.isLeaseLost() && !context.touch());
			firstDone.countDown();
		});
		this.fixture.submit("a");
		int attempt = next().attempt();
		this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			record(context);
			second.countDown();
			finish.await(10, TimeUnit.SECONDS);
		});
		assertThat(next().attempt()).isEqualTo(attempt + 1);
		assertThat(firstDone.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(lostSeen).isTrue();
		assertThat(find("a").orElseThrow().state()).isEqualTo(JobState.RESERVED);
		finish.countDown();
		await().until(() -> find("a").map(StoredJob::state).filter(JobState.RESERVED::equals).isEmpty());
		assertThat(find("a")).isEmpty();
	}

	@Test
	void touchKeepsTheLease() throws Exception {
		Duration ttr = Duration.ofMillis(400);
		AtomicInteger rejected = new AtomicInteger();
		CountDownLatch done = new CountDownLatch(1);
		this.fixture.start(ContainerFixture.settings().ttr(ttr).maxAttempts(20), (job, context) -> {
			record(context);
			Instant deadline = context.deadline();
			if (isKept(context, ttr.multipliedBy(2))) {
				assertThat(context.deadline()).isAfter(deadline.plus(ttr));
				done.countDown();
			}
			else {
				rejected.incrementAndGet();
			}
		});
		this.fixture.submit("a");
		assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
		awaitGone("a");
		assertThat(this.deliveries).hasSize(1 + rejected.get());
	}

	// Touch again and again, and fail if the lease ends nevertheless; false if the
	// machine paused for so long that it ended before a touch.
	private static boolean isKept(JobContext context, Duration time) {
		long begin = System.nanoTime();
		while (System.nanoTime() - begin < time.toNanos()) {
			Instant deadline = context.deadline();
			boolean kept = context.touch() && !context.isLeaseLost();
			if (!kept && !Instant.now().isBefore(deadline)) {
				return false;
			}
			assertThat(kept).isTrue();
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
		}
		return true;
	}

	@Test
	void touchOfACancelledJobReportsThatTheLeaseIsLost() throws Exception {
		BlockingQueue<Boolean> answers = new LinkedBlockingQueue<>();
		this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			this.fixture.store.cancel(context.topic(), context.id());
			answers.add(context.isLeaseLost());
			answers.add(context.touch());
			answers.add(context.isLeaseLost());
		});
		this.fixture.submit("a");
		assertThat(answers.poll(10, TimeUnit.SECONDS)).isFalse();
		assertThat(answers.poll(10, TimeUnit.SECONDS)).isFalse();
		assertThat(answers.poll(10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void releaseByTheHandlerRestoresTheAttempt() throws Exception {
		AtomicBoolean released = new AtomicBoolean();
		this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			record(context);
			if (released.compareAndSet(false, true)) {
				context.release(Duration.ofMillis(50));
			}
		});
		this.fixture.submit("a");
		assertThat(next().attempt()).isEqualTo(1);
		assertThat(next().attempt()).isEqualTo(1);
		awaitGone("a");
	}

	@Test
	void lastDecisionOfTheHandlerAppliesEvenIfItThrows() {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			context.release(Duration.ZERO);
			context.bury("no such order");
			throw new IllegalStateException("after the decision");
		});
		this.fixture.submit("a");
		assertThat(awaitState("a", JobState.FAILED).failures().last().error()).isEqualTo("no such order");
	}

	@Test
	void noMoreJobsThanConcurrencyRunAtATime() throws Exception {
		int concurrency = 3;
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		CyclicBarrier allBusy = new CyclicBarrier(concurrency);
		Set<String> handled = ConcurrentHashMap.newKeySet();
		this.fixture.start(ContainerFixture.settings().concurrency(concurrency), (job, context) -> {
			most.accumulateAndGet(running.incrementAndGet(), Math::max);
			allBusy.await(10, TimeUnit.SECONDS);
			running.decrementAndGet();
			handled.add(context.id());
		});
		for (int i = 0; i < 30; i++) {
			this.fixture.submit("job-" + i);
		}
		await().until(() -> handled.size() == 30);
		assertThat(most).hasValue(concurrency);
	}

	@Test
	void manyJobsAreEachHandledOnce() {
		AtomicInteger calls = new AtomicInteger();
		Set<String> handled = ConcurrentHashMap.newKeySet();
		List<Job> jobs = IntStream.range(0, 5000).mapToObj((i) -> Job.to(ContainerFixture.TOPIC).build()).toList();
		this.fixture.template.submitAll(jobs);
		this.fixture.start(ContainerFixture.settings().concurrency(8), (job, context) -> {
			calls.incrementAndGet();
			handled.add(context.id());
		});
		await().until(() -> handled.size() == 5000);
		await().until(() -> this.fixture.store.status(ContainerFixture.TOPIC).counts().get(JobState.RESERVED) == 0);
		assertThat(calls).hasValue(5000);
	}

	@Test
	void idleContainerDoesNotCallTheStore() throws Exception {
		AtomicInteger reserves = new AtomicInteger();
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				reserves.incrementAndGet();
				return super.reserve(request);
			}

		};
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("later").delay(Duration.ofHours(1)).build());
		this.fixture.start(store, ContainerFixture.settings(), (job, context) -> record(context));
		this.fixture.submit("a");
		next();
		awaitGone("a");
		AtomicInteger before = new AtomicInteger(-1);
		await().during(Duration.ofMillis(200)).until(() -> before.getAndSet(reserves.get()) == reserves.get());
		await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(5)).until(() -> reserves.get() == before.get());
	}

	@Test
	void jobWhoseLeaseHasEndedIsNotStarted() throws Exception {
		Duration ttr = Duration.ofMillis(200);
		AtomicBoolean slow = new AtomicBoolean(true);
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				if (!slow.get()) {
					return super.reserve(request);
				}
				ReserveResult result = super.reserve(new ReserveRequest(request.topic(), request.token(),
						request.limit(), new ReserveTerms(ttr, request.terms().maxAttempts()), request.mode()));
				if (!result.jobs().isEmpty()) {
					slow.set(false);
					awaitLeaseEnd(ttr);
				}
				return result;
			}

		};
		this.fixture.start(store, ContainerFixture.settings(), (job, context) -> record(context));
		this.fixture.submit("a");
		// Attempt 2 if it was reserved again before the hand-back reached the store
		assertThat(next().leaseLost()).isFalse();
		assertThat(slow).isFalse();
		awaitGone("a");
		assertThat(this.deliveries).isEmpty();
	}

	private static void awaitLeaseEnd(Duration ttr) {
		long end = System.nanoTime() + ttr.toNanos();
		await().pollInterval(Duration.ofMillis(5)).until(() -> System.nanoTime() - end > 0);
	}

	private record Delivery(String id, int attempt, long time, boolean leaseLost, JobContext context) {

	}

}
