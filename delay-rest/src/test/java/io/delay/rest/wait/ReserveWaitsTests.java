// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.rest.http.ClientConnection;
import io.delay.rest.http.HangUpAction;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ReserveWaits}.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class ReserveWaitsTests {

	private static final Duration LONG = Duration.ofSeconds(40);

	private static final String TOPIC = "orders";

	private final MemoryJobStore jobs = new MemoryJobStore();

	private final HookedStore store = new HookedStore(this.jobs);

	private final ExecutorService executor = Executors.newFixedThreadPool(4);

	private final ReserveWaits waits = new ReserveWaits(this.store, this.executor, 1000);

	private int tokens;

	@BeforeEach
	void start() {
		this.waits.start();
	}

	@AfterEach
	void stop() {
		this.waits.destroy();
		this.executor.shutdownNow();
	}

	@Test
	void readyJobIsAnsweredAtOnce() throws Exception {
		submit("a");
		assertThat(ids(reserve(LONG))).containsExactly("a");
		Awaitility.await().until(() -> this.waits.waiting() == 0);
	}

	@Test
	void waitEndsWithoutJobsAndFreesItsPlace() throws Exception {
		assertThat(ids(reserve(Duration.ofMillis(50)))).isEmpty();
		Awaitility.await().until(() -> this.waits.waiting() == 0);
	}

	@Test
	void jobThatIsSubmittedDuringAReserveIsNotMissed() throws Exception {
		this.store.afterReserve = (request, result) -> {
			this.store.afterReserve = null;
			submit("a");
		};
		assertThat(ids(reserve(LONG))).containsExactly("a");
	}

	@Test
	void jobOfAWaitThatEndedDuringTheReserveIsHandedBack() throws Exception {
		submit("a");
		CompletableFuture<List<ReservedJob>> cancelled = new CompletableFuture<>();
		HangUpAction client = new HangUpAction();
		this.store.afterReserve = (request, result) -> {
			this.store.afterReserve = null;
			client.run();
		};
		this.waits.reserve(call(LONG, connection(client)))
			.whenComplete((reserved, failure) -> cancelled.complete(reserved));
		assertThat(ids(cancelled)).isEmpty();
		awaitReadyWithoutAttempt("a");
	}

	@Test
	void jobsOfAClientThatHangsUpAfterwardsAreHandedBack() throws Exception {
		submit("a");
		HangUpAction client = new HangUpAction();
		assertThat(ids(this.waits.reserve(call(LONG, connection(client))))).containsExactly("a");
		client.run();
		awaitReadyWithoutAttempt("a");
	}

	@Test
	void jobsOfAnImmediateReserveAreHandedBackWhenTheClientHangsUp() {
		submit("a");
		HangUpAction client = new HangUpAction();
		assertThat(this.waits.reserveNow(call(Duration.ZERO, connection(client)))).hasSize(1);
		client.run();
		awaitReadyWithoutAttempt("a");
	}

	@Test
	void clientThatIsGoneGetsNoJob() throws Exception {
		HangUpAction gone = new HangUpAction();
		CompletableFuture<List<ReservedJob>> first = this.waits.reserve(call(LONG, new ClientConnection() {

			@Override
			public boolean probe() {
				return false;
			}

			@Override
			public void onHangUp(Runnable action) {
				gone.set(action);
			}

		}));
		awaitTurnsEnded();
		CompletableFuture<List<ReservedJob>> second = reserve(LONG);
		submit("a");
		assertThat(ids(second)).containsExactly("a");
		assertThat(ids(first)).isEmpty();
		assertThat(this.store.handBacks).hasValue(0);
	}

	@Test
	void clientsAreServedInTheirOrderWithFewReserves() throws Exception {
		int clients = 1000;
		int served = 50;
		List<CompletableFuture<List<ReservedJob>>> waiting = new ArrayList<>();
		IntStream.range(0, clients).forEach((index) -> waiting.add(reserve(LONG)));
		awaitTurnsEnded();
		this.store.reserves.set(0);
		IntStream.range(0, served).forEach((index) -> submit("job-" + index));
		for (int i = 0; i < served; i++) {
			assertThat(ids(waiting.get(i))).hasSize(1);
		}
		awaitTurnsEnded();
		assertThat(waiting.subList(served, clients)).noneMatch(CompletableFuture::isDone);
		assertThat(this.store.reserves.get()).isBetween(served, 4 * served);
		assertThat(Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("delay-rest"))).hasSizeLessThanOrEqualTo(2);
	}

	@Test
	void tooManyWaitingClientsAreRefused() {
		ReserveWaits few = new ReserveWaits(this.store, this.executor, 1);
		few.start();
		try {
			CompletableFuture<List<ReservedJob>> first = few.reserve(call(LONG, ClientConnection.OPEN));
			assertThatExceptionOfType(ProblemException.class)
				.isThrownBy(() -> few.reserve(call(LONG, ClientConnection.OPEN)))
				.satisfies((ex) -> assertThat(ex.problem().type()).isEqualTo(ProblemType.TOO_MANY_WAITING));
			assertThat(first).isNotDone();
		}
		finally {
			few.destroy();
		}
	}

	@Test
	void clientCanWaitAgainAsSoonAsItIsAnswered() throws Exception {
		ReserveWaits few = new ReserveWaits(this.store, this.executor, 1);
		few.start();
		try {
			CompletableFuture<List<ReservedJob>> again = few.reserve(call(LONG, ClientConnection.OPEN))
				.thenCompose((nothing) -> few.reserve(call(LONG, ClientConnection.OPEN)));
			awaitTurnsEnded();
			submit("a");
			submit("b");
			assertThat(ids(again)).containsExactly("b");
		}
		finally {
			few.destroy();
		}
	}

	@Test
	void handBackEndsTheWaitOfItsReserve() throws Exception {
		ReserveCall lost = call(LONG, ClientConnection.OPEN);
		CompletableFuture<List<ReservedJob>> waiting = this.waits.reserve(lost);
		CompletableFuture<List<ReservedJob>> next = reserve(LONG);
		awaitTurnsEnded();
		assertThat(this.waits.handBack("other", lost.request().token())).isZero();
		assertThat(this.waits.handBack(TOPIC, "worker/rest:other")).isZero();
		assertThat(waiting).isNotDone();
		assertThat(this.waits.handBack(TOPIC, lost.request().token())).isZero();
		assertThat(ids(waiting)).isEmpty();
		assertThat(this.waits.waiting()).isEqualTo(1);
		submit("a");
		assertThat(ids(next)).containsExactly("a");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void jobOfAReserveThatIsHandedBackBeforeItsResultIsReadyAgain(boolean waits) throws Exception {
		submit("a");
		ReserveCall lost = call(waits ? LONG : Duration.ZERO, ClientConnection.OPEN);
		this.store.beforeReserve = () -> {
			this.store.beforeReserve = null;
			assertThat(this.waits.handBack(TOPIC, lost.request().token())).isZero();
		};
		assertThat(waits ? ids(this.waits.reserve(lost)) : this.waits.reserveNow(lost)).isEmpty();
		awaitReadyWithoutAttempt("a");
		assertThat(this.store.handBacks).hasValue(2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void handBackAfterTheResultReturnsTheNumberOfJobs(boolean waits) throws Exception {
		submit("a");
		ReserveCall lost = call(waits ? LONG : Duration.ZERO, ClientConnection.OPEN);
		assertThat(waits ? ids(this.waits.reserve(lost)) : this.waits.reserveNow(lost)).hasSize(1);
		assertThat(this.waits.handBack(TOPIC, lost.request().token())).isEqualTo(1);
		awaitReadyWithoutAttempt("a");
		assertThat(this.store.handBacks).hasValue(1);
	}

	@Test
	void handBackOfAnEmptyResultReachesTheStoreOnce() {
		ReserveCall lost = call(Duration.ZERO, ClientConnection.OPEN);
		this.store.beforeReserve = () -> this.waits.handBack(TOPIC, lost.request().token());
		assertThat(this.waits.reserveNow(lost)).isEmpty();
		awaitTurnsEnded();
		assertThat(this.store.handBacks).hasValue(1);
	}

	@Test
	void reservesAreRememberedUntilTheyEnd() throws Exception {
		CompletableFuture<List<ReservedJob>> waiting = reserve(LONG);
		assertThat(this.waits.inProgress()).isEqualTo(1);
		submit("a");
		assertThat(ids(waiting)).containsExactly("a");
		assertThat(ids(reserve(Duration.ofMillis(20)))).isEmpty();
		assertThat(this.waits.reserveNow(call(Duration.ZERO, ClientConnection.OPEN))).isEmpty();
		this.store.beforeReserve = () -> {
			assertThat(this.waits.inProgress()).isEqualTo(1);
			throw new DataAccessResourceFailureException("no reply");
		};
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> this.waits.reserveNow(call(Duration.ZERO, ClientConnection.OPEN)));
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> reserve(LONG).get(30, TimeUnit.SECONDS));
		Awaitility.await().until(() -> this.waits.inProgress() == 0);
	}

	@Test
	void clientThatHasJustArrivedIsNotProbed() throws Exception {
		submit("a");
		HangUpAction client = new HangUpAction();
		assertThat(ids(this.waits.reserve(call(LONG, new ClientConnection() {

			@Override
			public boolean probe() {
				throw new IllegalStateException("It has just sent its request");
			}

			@Override
			public void onHangUp(Runnable action) {
				client.set(action);
			}

		})))).containsExactly("a");
	}

	@Test
	void jobPassesOverAClientWhoseWaitHasEnded() throws Exception {
		CompletableFuture<List<ReservedJob>> first = reserve(Duration.ofMillis(100));
		CompletableFuture<List<ReservedJob>> second = reserve(LONG);
		assertThat(ids(first)).isEmpty();
		awaitTurnsEnded();
		this.store.reserves.set(0);
		submit("a");
		assertThat(ids(second)).containsExactly("a");
		assertThat(this.store.handBacks).hasValue(0);
	}

	@Test
	void jobOfAClientThatIsFoundGoneGoesToTheNext() throws Exception {
		AtomicBoolean isConnected = new AtomicBoolean(true);
		CompletableFuture<List<ReservedJob>> first = this.waits.reserve(call(LONG, new ClientConnection() {

			@Override
			public boolean probe() {
				return isConnected.get();
			}

			@Override
			public void onHangUp(Runnable action) {
			}

		}));
		awaitTurnsEnded();
		CompletableFuture<List<ReservedJob>> second = reserve(LONG);
		awaitTurnsEnded();
		isConnected.set(false);
		submit("a");
		assertThat(second.get(10, TimeUnit.SECONDS)).hasSize(1);
		assertThat(ids(first)).isEmpty();
	}

	@Test
	void waitLastsAsLongAsRequested() throws Exception {
		long start = System.nanoTime();
		assertThat(ids(reserve(Duration.ofMillis(600)))).isEmpty();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(600),
				Duration.ofSeconds(10));
	}

	@Test
	void stopEndsAllWaitsAndAStartAllowsThemAgain() throws Exception {
		CompletableFuture<List<ReservedJob>> waiting = reserve(LONG);
		awaitTurnsEnded();
		this.waits.stop();
		assertThat(ids(waiting)).isEmpty();
		assertThat(this.store.subscriptions).hasValue(0);
		assertThat(ids(reserve(LONG))).isEmpty();
		this.waits.start();
		CompletableFuture<List<ReservedJob>> again = reserve(LONG);
		submit("a");
		assertThat(ids(again)).containsExactly("a");
	}

	@Test
	void failureOfTheStoreEndsAllWaitsAndHandsBack() {
		CompletableFuture<List<ReservedJob>> first = reserve(LONG);
		CompletableFuture<List<ReservedJob>> second = reserve(LONG);
		awaitTurnsEnded();
		this.store.beforeReserve = () -> {
			throw new DataAccessResourceFailureException("no reply");
		};
		submit("a");
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> first.get(30, TimeUnit.SECONDS))
			.withCauseInstanceOf(DataAccessResourceFailureException.class);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> second.get(30, TimeUnit.SECONDS))
			.withCauseInstanceOf(DataAccessResourceFailureException.class);
		Awaitility.await().until(() -> this.waits.waiting() == 0);
		Awaitility.await().until(() -> this.store.handBacks.get() == 1);
	}

	@Test
	void jobsAreHandedBackIfTheImmediateReserveFails() {
		this.store.beforeReserve = () -> {
			throw new DataAccessResourceFailureException("no reply");
		};
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> this.waits.reserveNow(call(Duration.ZERO, ClientConnection.OPEN)));
		Awaitility.await().until(() -> this.store.handBacks.get() == 1);
	}

	@Test
	void executorThatRejectsEndsTheWait() {
		ReserveWaits rejected = new ReserveWaits(this.store, (task) -> {
			throw new RejectedExecutionException("full");
		}, 10);
		rejected.start();
		try {
			CompletableFuture<List<ReservedJob>> waiting = rejected.reserve(call(LONG, ClientConnection.OPEN));
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
				.withCauseInstanceOf(RejectedExecutionException.class);
			Awaitility.await().until(() -> rejected.waiting() == 0);
		}
		finally {
			rejected.destroy();
		}
	}

	@Test
	void subscriptionEndsWithoutWaitingClients() throws Exception {
		assertThat(ids(reserve(Duration.ofMillis(20)))).isEmpty();
		assertThat(this.store.subscriptions).hasValue(1);
		this.waits.closeIdle();
		assertThat(this.store.subscriptions).hasValue(0);
		CompletableFuture<List<ReservedJob>> waiting = reserve(LONG);
		this.waits.closeIdle();
		assertThat(this.store.subscriptions).hasValue(1);
		submit("a");
		assertThat(ids(waiting)).containsExactly("a");
	}

	@Test
	void waitingRequestReceivesAJobOnceItIsDue() throws Exception {
		this.store.isSilenced = true;
		this.jobs.submit(List.of(newJob("a", DueTime.after(Duration.ofMillis(300)))));
		long start = System.nanoTime();
		assertThat(ids(reserve(LONG))).containsExactly("a");
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TopicWaiters.SAFETY_CHECK.dividedBy(2));
	}

	@Test
	void earlierWakeUpReplacesALaterOne() throws Exception {
		CompletableFuture<List<ReservedJob>> waiting = reserve(LONG);
		awaitTurnsEnded();
		this.jobs.submit(List.of(newJob("late", DueTime.after(Duration.ofSeconds(50)))));
		this.jobs.submit(List.of(newJob("soon", DueTime.after(Duration.ofMillis(200)))));
		assertThat(ids(waiting)).containsExactly("soon");
	}

	@Test
	void waitContinuesIfAJobIsDueInCenturies(CapturedOutput output) throws Exception {
		CompletableFuture<List<ReservedJob>> waiting = reserve(LONG);
		awaitTurnsEnded();
		this.jobs.submit(List.of(newJob("late", DueTime.at(Instant.parse("9999-12-31T23:00:00Z")))));
		submit("a");
		assertThat(ids(waiting)).containsExactly("a");
		assertThat(output).doesNotContain("wake-up listener");
	}

	private CompletableFuture<List<ReservedJob>> reserve(Duration wait) {
		return this.waits.reserve(call(wait, ClientConnection.OPEN));
	}

	private ReserveCall call(Duration wait, ClientConnection client) {
		String token = "worker/rest:" + this.tokens++;
		return new ReserveCall(new ReserveRequest(TOPIC, token, 1, ReserveTerms.defaults()), wait, client);
	}

	private static ClientConnection connection(HangUpAction action) {
		return new ClientConnection() {

			@Override
			public boolean probe() {
				return !action.isHungUp();
			}

			@Override
			public void onHangUp(Runnable hangUp) {
				action.set(hangUp);
			}

		};
	}

	private void submit(String id) {
		this.jobs.submit(List.of(newJob(id, DueTime.NOW)));
	}

	private static NewJob newJob(String id, DueTime dueTime) {
		return new NewJob(TOPIC, id, dueTime, ConflictPolicy.KEEP, JobRecord.of(new byte[0]));
	}

	private void awaitReadyWithoutAttempt(String id) {
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.jobs.find(TOPIC, id))
				.hasValueSatisfying((job) -> assertThat(job.state()).isEqualTo(JobState.READY)));
		List<ReservedJob> again = this.jobs.reserve(new ReserveRequest(TOPIC, "again", 1, ReserveTerms.defaults()))
			.jobs();
		assertThat(again).singleElement().satisfies((job) -> assertThat(job.terms().attempt()).isEqualTo(1));
	}

	// A task of the only idle thread runs after the turns before it
	private void awaitTurnsEnded() {
		int before;
		do {
			before = this.store.reserves.get();
			CountDownLatch idle = new CountDownLatch(4);
			IntStream.range(0, 4).forEach((index) -> this.executor.execute(() -> {
				idle.countDown();
				await(idle);
			}));
			await(idle);
		}
		while (before != this.store.reserves.get());
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static List<String> ids(CompletableFuture<List<ReservedJob>> reserved) throws Exception {
		return reserved.get(30, TimeUnit.SECONDS).stream().map((job) -> job.lease().id()).toList();
	}

	/**
	 * A real store whose calls are counted and can be interrupted.
	 */
	private static final class HookedStore extends ForwardingJobStore {

		private final AtomicInteger reserves = new AtomicInteger();

		private final AtomicInteger handBacks = new AtomicInteger();

		private final AtomicInteger subscriptions = new AtomicInteger();

		private volatile @Nullable Runnable beforeReserve;

		private volatile @Nullable ReserveHook afterReserve;

		private volatile boolean isSilenced;

		HookedStore(MemoryJobStore store) {
			super(store);
		}

		@Override
		public ReserveResult reserve(ReserveRequest request) {
			this.reserves.incrementAndGet();
			Runnable before = this.beforeReserve;
			if (before != null) {
				before.run();
			}
			ReserveResult result = super.reserve(request);
			ReserveHook after = this.afterReserve;
			if (after != null) {
				after.reserved(request, result);
			}
			return result;
		}

		@Override
		public int handBack(String topic, String token) {
			this.handBacks.incrementAndGet();
			return super.handBack(topic, token);
		}

		@Override
		public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
			this.subscriptions.incrementAndGet();
			WakeUpSubscription subscription = super.subscribe(topic, this.isSilenced ? (delay) -> {
			} : listener);
			return () -> {
				this.subscriptions.decrementAndGet();
				subscription.close();
			};
		}

	}

	/**
	 * Called when the store has answered a reserve.
	 */
	@FunctionalInterface
	private interface ReserveHook {

		void reserved(ReserveRequest request, ReserveResult result);

	}

}
