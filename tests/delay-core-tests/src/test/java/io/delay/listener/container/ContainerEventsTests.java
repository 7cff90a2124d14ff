// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.test.util.ReflectionTestUtils;

import io.delay.admin.DelayAdmin;
import io.delay.event.ContainerDiedEvent;
import io.delay.event.JobBuriedEvent;
import io.delay.event.LeaseLostEvent;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.JobContext;
import io.delay.listener.RecordedLog;
import io.delay.listener.UnprocessableJobException;
import io.delay.listener.execute.LeaseToucher;
import io.delay.listener.poll.JobPoller;
import io.delay.listener.settle.JobSettler;
import io.delay.listener.settle.SettlementLog;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.listener.watch.ListenerEvents;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Of what a container tells the application.
 */
@Timeout(30)
class ContainerEventsTests {

	private static final String LAST = "last";

	private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

	private final ContainerFixture fixture = new ContainerFixture();

	private final DelayEventPublisher publication = this.fixture.publishTo(this.events::add);

	@AfterEach
	void stop() {
		this.fixture.close();
		this.publication.destroy();
	}

	private <T> T next(Class<T> type) throws InterruptedException {
		Object event = this.events.poll(10, TimeUnit.SECONDS);
		assertThat(event).isInstanceOf(type);
		return type.cast(event);
	}

	private JobBuriedEvent nextBuried(String id) throws InterruptedException {
		JobBuriedEvent event = next(JobBuriedEvent.class);
		assertThat(event.listenerId()).isEqualTo("listener-1");
		assertThat(event.topic()).isEqualTo(ContainerFixture.TOPIC);
		assertThat(event.id()).isEqualTo(id);
		assertThat(event.reason().host()).isEqualTo("host-1");
		assertThat(event.job()).map(StoredJob::state).contains(JobState.FAILED);
		return event;
	}

	// Events come in order, so nothing that was told before this one is still on its way.
	private void assertThatNothingWasReportedBeforeTheLastJobWasBuried() throws InterruptedException {
		nextBuried(LAST);
		assertThat(this.events).isEmpty();
	}

	private static void buryLast(JobContext context) {
		if (context.id().equals(LAST)) {
			context.bury("the last one");
		}
	}

	@Test
	void lastFailedAttemptReportsABuriedJobAndOthersDoNot() throws Exception {
		this.fixture.start(
				ContainerFixture.settings().maxAttempts(3).backoff(BackoffPolicy.fixed(Duration.ofMillis(5))),
				(job, context) -> {
					throw new IllegalStateException("attempt " + context.attempt());
				});
		this.fixture.submit("a");
		JobBuriedEvent event = nextBuried("a");
		assertThat(event.attempts()).isEqualTo(3);
		assertThat(event.reason().error()).isEqualTo("java.lang.IllegalStateException: attempt 3");
		assertThat(this.events).isEmpty();
	}

	@Test
	void failureOfAJobThatIsOverTheMaximumAlreadyReportsABuriedJob() throws Exception {
		this.fixture.submit("a");
		failTwiceElsewhere("a");
		this.fixture.start(ContainerFixture.settings().maxAttempts(2), (job, context) -> {
			throw new IllegalStateException("attempt " + context.attempt() + " of " + context.maxAttempts());
		});
		JobBuriedEvent event = nextBuried("a");
		assertThat(event.attempts()).isEqualTo(3);
		assertThat(event.reason().error()).endsWith("attempt 3 of 2");
	}

	// By a consumer that allows more attempts.
	private void failTwiceElsewhere(String id) {
		for (int attempt = 1; attempt <= 2; attempt++) {
			ReserveResult reserved = this.fixture.store.reserve(new ReserveRequest(ContainerFixture.TOPIC,
					"token-" + attempt, 1, new ReserveTerms(Duration.ofMinutes(1), 5)));
			assertThat(reserved.jobs()).singleElement().satisfies((job) -> assertThat(job.lease().id()).isEqualTo(id));
			this.fixture.store.settle(List.of(new Settlement.Fail(reserved.jobs().get(0).lease(),
					new FailureReason("broken", "host-1"), Duration.ZERO)));
		}
	}

	@Test
	void handlerThatBuriesReportsABuriedJob() throws Exception {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> context.bury("no such order"));
		this.fixture.submit("a");
		JobBuriedEvent event = nextBuried("a");
		assertThat(event.attempts()).isEqualTo(1);
		assertThat(event.reason().error()).isEqualTo("no such order");
	}

	@Test
	void exceptionThatIsNotRetriedReportsABuriedJob() throws Exception {
		this.fixture.start(ContainerFixture.settings().noRetryFor(List.of(IllegalArgumentException.class)),
				(job, context) -> {
					if (context.id().equals("listed")) {
						throw new IllegalArgumentException("no number");
					}
					throw new UnprocessableJobException("cannot be read");
				});
		this.fixture.submit("listed");
		assertThat(nextBuried("listed").reason().error()).contains("no number");
		this.fixture.submit("unreadable");
		assertThat(nextBuried("unreadable").reason().error()).contains("cannot be read");
	}

	@Test
	void ttrThatExpiresOnTheLastAttemptReportsABuriedJobAndThenTheLostLease() throws Exception {
		CountDownLatch buried = new CountDownLatch(1);
		try (RecordedLog log = new RecordedLog(ListenerEvents.class)) {
			this.fixture.start(ContainerFixture.settings().maxAttempts(1).ttr(Duration.ofMillis(100)),
					(job, context) -> buried.await(10, TimeUnit.SECONDS));
			this.fixture.submit("a");
			JobBuriedEvent event = nextBuried("a");
			assertThat(event.attempts()).isEqualTo(1);
			assertThat(event.reason().error()).isEqualTo("TTR of 100 ms elapsed");
			assertThat(log.messages(Level.WARN))
				.containsExactly("Job 'a' of topic 'orders' was buried: TTR of 100 ms elapsed");
		}
		buried.countDown();
		assertThat(next(LeaseLostEvent.class))
			.isEqualTo(new LeaseLostEvent("listener-1", ContainerFixture.TOPIC, "a", 1));
	}

	@Test
	void jobThatTheStoreCannotReadReportsABuriedJobThatWasNeverHandedOver() throws Exception {
		AtomicBoolean first = new AtomicBoolean(true);
		BuriedJob corrupt = new BuriedJob("corrupt", 0, new FailureReason("The record cannot be read", "redis"));
		this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				ReserveResult result = super.reserve(request);
				return first.compareAndSet(true, false)
						? new ReserveResult(result.jobs(), result.nextEvent(), List.of(corrupt)) : result;
			}

		}, ContainerFixture.settings(), (job, context) -> {
		});
		JobBuriedEvent event = next(JobBuriedEvent.class);
		assertThat(event.id()).isEqualTo("corrupt");
		assertThat(event.attempts()).isZero();
		assertThat(event.reason()).isEqualTo(corrupt.reason());
		assertThat(event.job()).isEmpty();
		assertThat(event.payload(String.class)).isEmpty();
	}

	@Test
	void payloadOfABuriedJobCanBeRead() throws Exception {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> context.bury("no such order"));
		this.fixture.template.submit(Job.to(ContainerFixture.TOPIC).id("a").payload("4711").build());
		JobBuriedEvent event = nextBuried("a");
		assertThat(event.payload(String.class)).contains("4711");
		assertThat(event).asString().contains("'a'", "'orders'", "no such order").doesNotContain("4711");
		this.fixture.template.cancel(ContainerFixture.TOPIC, "a");
		assertThat(event.payload(String.class)).isEmpty();
	}

	@Test
	void jobsThatAreDoneOrRetriedPublishNoEvents() throws Exception {
		this.fixture.start(ContainerFixture.settings().backoff(BackoffPolicy.fixed(Duration.ZERO)), (job, context) -> {
			buryLast(context);
			if (context.id().startsWith("again") && context.attempt() == 1) {
				throw new IllegalStateException("again");
			}
		});
		List<String> ids = IntStream.range(0, 200).mapToObj((i) -> ((i % 2 == 0) ? "done-" : "again-") + i).toList();
		ids.forEach(this.fixture::submit);
		await().until(() -> ids.stream().noneMatch((id) -> this.fixture.store.find("orders", id).isPresent()));
		this.fixture.submit(LAST);
		assertThatNothingWasReportedBeforeTheLastJobWasBuried();
	}

	@Test
	void refusedSettlementReportsTheLostLeaseOnly() throws Exception {
		this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			this.fixture.store.cancel(context.topic(), context.id());
			context.bury("too late");
		});
		this.fixture.submit("a");
		assertThat(next(LeaseLostEvent.class))
			.isEqualTo(new LeaseLostEvent("listener-1", ContainerFixture.TOPIC, "a", 1));
		assertThat(this.events).isEmpty();
	}

	@Test
	void lostLeaseIsReportedOnceIfTouchAndSettlementAreRefused() throws Exception {
		CountDownLatch published = new CountDownLatch(1);
		this.fixture.start(ContainerFixture.settings().concurrency(1), (job, context) -> {
			buryLast(context);
			if (context.id().equals("a")) {
				this.fixture.store.cancel(context.topic(), context.id());
				assertThat(context.touch()).isFalse();
				published.await(10, TimeUnit.SECONDS);
			}
		});
		this.fixture.submit("a");
		assertThat(next(LeaseLostEvent.class).id()).isEqualTo("a");
		published.countDown();
		this.fixture.submit(LAST);
		assertThatNothingWasReportedBeforeTheLastJobWasBuried();
	}

	@ParameterizedTest
	@ValueSource(strings = { "cancel", "cancel as an administrator", "replace" })
	void handlerThatEndsItsOwnJobReportsNoLostLease(String how) throws Exception {
		try (RecordedLog settlements = new RecordedLog(SettlementLog.class);
				RecordedLog touches = new RecordedLog(LeaseToucher.class)) {
			this.fixture.start(ContainerFixture.settings().concurrency(1), (job, context) -> {
				buryLast(context);
				if (context.id().equals("a")) {
					end(context, how);
					assertThat(context.touch()).isFalse();
				}
			});
			this.fixture.submit("a");
			this.fixture.submit(LAST);
			assertThatNothingWasReportedBeforeTheLastJobWasBuried();
			assertThat(settlements.messages(Level.WARN)).isEmpty();
			assertThat(settlements.messages(Level.DEBUG))
				.anyMatch((line) -> line.contains("replaced or cancelled the job"));
			assertThat(touches.messages(Level.WARN)).isEmpty();
		}
	}

	private void end(JobContext context, String how) {
		switch (how) {
			case "cancel" -> this.fixture.template.cancel(context.topic(), context.id());
			case "replace" -> this.fixture.template.submit(Job.to(context.topic())
				.id(context.id())
				.delay(Duration.ofHours(1))
				.onConflict(ConflictPolicy.REPLACE)
				.build());
			default -> new DelayAdmin(this.fixture.store, this.fixture.store, this.fixture.store).jobs()
				.cancel(context.topic(), context.id());
		}
	}

	@Test
	void handlerThatTakesLongerThanItsTtrIsReportedWithBothTimesAndARemedy() throws Exception {
		BlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();
		CountDownLatch again = new CountDownLatch(1);
		try (RecordedLog log = new RecordedLog(SettlementLog.class)) {
			// Its only worker is busy, so it does not take the job again itself
			this.fixture.start(ContainerFixture.settings().concurrency(1).ttr(Duration.ofMillis(300)),
					(job, context) -> {
						attempts.add(context.attempt());
						again.await(10, TimeUnit.SECONDS);
					});
			this.fixture.submit("a");
			Integer attempt = attempts.poll(10, TimeUnit.SECONDS);
			assertThat(attempt).isNotNull();
			await().until(() -> this.fixture.template.reserve(ContainerFixture.TOPIC, 1).size() == 1);
			again.countDown();
			assertThat(next(LeaseLostEvent.class).attempt()).isEqualTo(attempt);
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.containsPattern("ack of job 'a' of topic 'orders'\\. The handler ran for (?!0 s)[\\d.]+ s "
						+ "\\(TTR of 0\\.3 s, .* Raise the TTR .*touch\\(\\)");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "ack", "bury", "fail" })
	void settlementWhoseFirstReplyWasLostReportsNothing(String decision) throws Exception {
		AtomicBoolean replyIsLost = new AtomicBoolean(true);
		BlockingQueue<SettleResult> second = new LinkedBlockingQueue<>();
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				List<SettleResult> results = super.settle(settlements);
				if (replyIsLost.compareAndSet(true, false)) {
					throw new DataAccessResourceFailureException("no reply");
				}
				second.addAll(results);
				return results;
			}

		};
		this.fixture.start(store, ContainerFixture.settings().maxAttempts(1), (job, context) -> {
			buryLast(context);
			if (context.id().equals("a") && decision.equals("bury")) {
				context.bury("once");
			}
			if (context.id().equals("a") && decision.equals("fail")) {
				throw new IllegalStateException("once");
			}
		});
		this.fixture.submit("a");
		assertThat(second.poll(10, TimeUnit.SECONDS)).isEqualTo(SettleResult.LEASE_LOST);
		this.fixture.submit(LAST);
		assertThatNothingWasReportedBeforeTheLastJobWasBuried();
	}

	@Test
	void burialThatTheStoreAcceptsAtTheSecondAttemptIsReported() throws Exception {
		AtomicBoolean unreachable = new AtomicBoolean(true);
		this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				if (unreachable.compareAndSet(true, false)) {
					throw new DataAccessResourceFailureException("away");
				}
				return super.settle(settlements);
			}

		}, ContainerFixture.settings(), (job, context) -> context.bury("no such order"));
		this.fixture.submit("a");
		nextBuried("a");
	}

	@Test
	void containerWhoseThreadsEndReportsOnceThatItHasDied() throws Exception {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), (job, context) -> {
		});
		endThreads(container);
		assertThat(next(ContainerDiedEvent.class))
			.isEqualTo(new ContainerDiedEvent("listener-1", ContainerFixture.TOPIC, null));
		await().until(container::hasDied);
		container.stop();
		this.publication.stop();
		assertThat(this.events).isEmpty();
		container.start();
		endThreads(container);
		next(ContainerDiedEvent.class);
	}

	static void endThreads(DelayListenerContainer container) throws InterruptedException {
		Object run = ReflectionTestUtils.getField(container, "run");
		((JobSettler) ReflectionTestUtils.getField(run, "settler")).close(Duration.ZERO);
		((JobPoller) ReflectionTestUtils.getField(run, "poller")).stop();
	}

	@Test
	void containerThatIsStoppedHasNotDied() {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), (job, context) -> {
		});
		container.stop();
		this.publication.stop();
		assertThat(this.events).isEmpty();
	}

	@Test
	void causeOfADeadContainerIsReported() throws Exception {
		IllegalStateException cause = new IllegalStateException("must not happen");
		DelayListenerContainer container = this.fixture.create(this.fixture.store, ContainerFixture.settings(),
				(job, context) -> {
				});
		((SessionComponents) ReflectionTestUtils.getField(container, "components")).watch().events().died(cause);
		assertThat(next(ContainerDiedEvent.class).cause()).isSameAs(cause);
	}

	@Test
	void burialsDuringAStopAreReportedBeforeThePublicationHasStopped() {
		CountDownLatch started = new CountDownLatch(1);
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			started.countDown();
			await().pollDelay(Duration.ofMillis(100)).until(() -> true);
			context.bury("in the end");
		});
		this.fixture.submit("a");
		await().until(() -> started.getCount() == 0);
		container.stop();
		this.publication.stop();
		assertThat(this.events).singleElement().isInstanceOf(JobBuriedEvent.class);
	}

}
