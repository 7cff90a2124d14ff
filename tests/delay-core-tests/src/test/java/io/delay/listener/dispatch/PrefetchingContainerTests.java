// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.job.Job;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.ListenerSettings;
import io.delay.listener.WatchedJobStore;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A container holds more jobs than it has workers, but only while these are fast, and
 * only so many.
 */
@Timeout(60)
class PrefetchingContainerTests {

	private static final int CONCURRENCY = 4;

	private static final int MOST_PREFETCHED = 200;

	/** Far below the TTR, which is a minute. */
	private static final Duration SOON = Duration.ofSeconds(10);

	private final ContainerFixture fixture = new ContainerFixture();

	private final PausingJobStore store = new PausingJobStore();

	private final AtomicInteger handled = new AtomicInteger();

	private final AtomicInteger blocked = new AtomicInteger();

	private final AtomicBoolean blocking = new AtomicBoolean();

	/** Longer than a worker keeps its thread from others. */
	private final AtomicBoolean slow = new AtomicBoolean();

	private volatile CountDownLatch finish = new CountDownLatch(1);

	@AfterEach
	void stopContainers() {
		finish();
		this.fixture.close();
	}

	private static ListenerSettings.Builder settings() {
		return ContainerFixture.settings().concurrency(CONCURRENCY);
	}

	private DelayListenerContainer start() {
		return this.fixture.start(this.store, settings(), (job, context) -> handle());
	}

	private void finish() {
		this.finish.countDown();
		this.store.goOn();
	}

	private void handle() throws InterruptedException {
		if (this.blocking.get()) {
			CountDownLatch end = this.finish;
			this.blocked.incrementAndGet();
			end.await(20, TimeUnit.SECONDS);
		}
		if (this.slow.get()) {
			LockSupport.parkNanos(Duration.ofMillis(25).toNanos());
		}
		this.handled.incrementAndGet();
	}

	private void awaitAllDone(int count) {
		await().pollInterval(Duration.ofMillis(5))
			.until(() -> this.handled.get() >= count && this.store.reserved() == 0);
		assertThat(this.handled).hasValue(count);
	}

	// Until the container asks for more jobs than that.
	private void warmUp(int limit) {
		int count = this.handled.get();
		for (int round = 0; round < 2 || this.store.lastLimit() <= limit; round++) {
			assertThat(round).as("Rounds of fast jobs").isLessThan(100);
			count += 200;
			this.fixture.submit(200);
			awaitAllDone(count);
		}
	}

	private boolean areBlockedWhileThePollerWaits(int jobs) throws InterruptedException {
		this.store.pauseAfterNextJobs();
		blockAllWorkers(jobs);
		return this.store.pause.begun.await(500, TimeUnit.MILLISECONDS);
	}

	private void letGo() {
		this.store.goOn();
		this.blocking.set(false);
		CountDownLatch end = this.finish;
		this.finish = new CountDownLatch(1);
		end.countDown();
		await().until(() -> this.fixture.store.status(ContainerFixture.TOPIC)
			.counts()
			.values()
			.stream()
			.allMatch((count) -> count == 0));
		this.blocked.set(0);
	}

	// Let all workers block while the container holds more jobs than that.
	private void blockAllWorkers(int jobs) {
		this.blocking.set(true);
		this.fixture.submit(jobs);
		await().pollInterval(Duration.ofMillis(5)).until(() -> this.blocked.get() == CONCURRENCY);
	}

	/**
	 * Repeat what can fail because the container got no CPU for a while: it takes its
	 * handlers for slow then, and holds no more jobs than it has workers.
	 * @param scenario begins with fast jobs behind it, and returns whether it held more
	 */
	private void untilMoreAreHeld(BooleanSupplier scenario) {
		warmUp(100);
		for (int attempt = 1; !scenario.getAsBoolean(); attempt++) {
			assertThat(attempt).as("Attempts in which the container was slow").isLessThan(20);
			this.slow.set(false);
			letGo();
			warmUp(100);
		}
	}

	private static boolean isSoon(BooleanSupplier condition) {
		long begin = System.nanoTime();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(500)) {
				return false;
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
		return true;
	}

	@Test
	void outageOfAContainerWithoutRoomEndsOnceTheStoreAnswers() {
		AtomicBoolean unreachable = new AtomicBoolean();
		DelayListenerContainer container = this.fixture.start(new ForwardingJobStore(this.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				failIfUnreachable();
				ReserveResult result = super.reserve(request);
				if (result.jobs().size() > CONCURRENCY && PrefetchingContainerTests.this.blocking.get()) {
					unreachable.set(true);
					// Have it ask for more at once
					return new ReserveResult(result.jobs(), Duration.ZERO, result.buried());
				}
				return result;
			}

			@Override
			public int handBack(String topic, String token) {
				failIfUnreachable();
				return super.handBack(topic, token);
			}

			private void failIfUnreachable() {
				if (unreachable.get() && PrefetchingContainerTests.this.blocking.get()) {
					throw new DataAccessResourceFailureException("away");
				}
			}

		}, settings(), (job, context) -> handle());
		untilMoreAreHeld(() -> {
			unreachable.set(false);
			blockAllWorkers(CONCURRENCY + 4);
			boolean present = isSoon(() -> container.reserveOutage().isPresent());
			this.blocking.set(present);
			return present;
		});
		// The jobs that wait have done so for too long then, so none are prefetched
		await().during(Duration.ofMillis(100)).until(() -> container.reserveOutage().isPresent());
		unreachable.set(false);
		await().until(() -> container.reserveOutage().isEmpty());
		assertThat(this.blocked).hasValue(CONCURRENCY);
	}

	@Test
	void fastJobsComeInBatches() {
		this.fixture.submit(5000);
		start();
		awaitAllDone(5000);
		assertThat(this.store.limits()).hasSizeLessThan(500);
		assertThat(Collections.max(this.store.limits())).isBetween(CONCURRENCY + 50, CONCURRENCY + MOST_PREFETCHED);
	}

	@Test
	void slowJobsAreFetchedOnlyForFreeWorkers() {
		AtomicInteger mostHeld = new AtomicInteger();
		this.fixture.submit(40);
		this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			private int fetched;

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				ReserveResult result = super.reserve(request);
				this.fetched += result.jobs().size();
				int held = this.fetched - PrefetchingContainerTests.this.handled.get();
				mostHeld.accumulateAndGet(held, Math::max);
				return result;
			}

		}, settings(), (job, context) -> {
			LockSupport.parkNanos(Duration.ofMillis(25).toNanos());
			handle();
		});
		await().until(() -> this.handled.get() == 40);
		assertThat(mostHeld).hasValue(CONCURRENCY);
	}

	@Test
	void fewLargePayloadsAreHeldReady() {
		start();
		// Four make a reply, five are more than may wait
		int size = 60 * 1024;
		untilMoreAreHeld(() -> {
			this.blocking.set(true);
			int before = this.store.deliveries();
			int handBacksBefore = this.store.handBacks();
			this.fixture.template
				.submitAll(Collections.nCopies(100, Job.to(ContainerFixture.TOPIC).payload(new byte[size]).build()));
			if (!isSoon(() -> this.store.handBacks() > handBacksBefore)) {
				return false;
			}
			int held = this.store.deliveries() - before;
			assertThat(held).isLessThanOrEqualTo(CONCURRENCY + (256 + 256) * 1024 / size);
			return held > CONCURRENCY;
		});
	}

	@Test
	void stopHandsBackHeldJobsAtOnce() throws Exception {
		DelayListenerContainer container = start();
		warmUp(100);
		// The poller waits for a reply, so it is not the one that hands back. A poller
		// that got no CPU for long has handed back before
		for (int attempt = 0; !areBlockedWhileThePollerWaits(10); attempt++) {
			assertThat(attempt).as("Attempts in which the poller was slow").isLessThan(20);
			letGo();
			warmUp(100);
		}
		assertThat(this.store.reserved()).isEqualTo(10);
		CompletableFuture<Void> stop = CompletableFuture.runAsync(container::stop);
		await().atMost(SOON).until(() -> this.store.reserved() == CONCURRENCY);
		assertThat(stop).isNotDone();
		List<ReservedJob> handedBack = this.fixture.template.reserve(ContainerFixture.TOPIC, 100);
		assertThat(handedBack).hasSize(10 - CONCURRENCY).extracting((job) -> job.terms().attempt()).containsOnly(1);
		finish();
		stop.get(10, TimeUnit.SECONDS);
	}

	@Test
	void workersContinueWhileThePollerWaitsForAReply() {
		start();
		untilMoreAreHeld(() -> {
			this.store.pauseAfterNextJobs();
			this.slow.set(true);
			int before = this.handled.get();
			int deliveriesBefore = this.store.deliveries();
			int handBacksBefore = this.store.handBacks();
			this.fixture.submit(100);
			await().until(() -> this.store.pause.begun.getCount() == 0);
			int fetched = this.store.deliveries() - deliveriesBefore;
			if (fetched <= CONCURRENCY) {
				return false;
			}
			// On a busy machine some had waited for too long before the poller asked for
			// more
			await().atMost(SOON)
				.until(() -> this.handled.get() - before + this.store.handBacks() - handBacksBefore == fetched);
			return true;
		});
	}

	/**
	 * Of 30 jobs the container gets all, and its poller sleeps; of 1000 there are more to
	 * come, and its poller waits for room.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 30, 1000 })
	void waitingJobsAreSoonHandledByOtherContainersIfAllWorkersBlock(int jobs) {
		start();
		untilMoreAreHeld(() -> {
			int before = this.store.deliveries();
			blockAllWorkers(jobs);
			return this.store.deliveries() - before > CONCURRENCY;
		});
		int handledBefore = this.handled.get();
		Set<String> elsewhere = ConcurrentHashMap.newKeySet();
		AtomicInteger attempts = new AtomicInteger();
		this.fixture.start(settings(), (job, context) -> {
			elsewhere.add(context.id());
			attempts.addAndGet(context.attempt());
		});
		await().atMost(SOON).until(() -> elsewhere.size() == jobs - CONCURRENCY);
		assertThat(attempts).hasValue(jobs - CONCURRENCY);
		assertThat(elsewhere).containsAnyElementsOf(this.store.handedOver());
		assertThat(this.handled).hasValue(handledBefore);
		finish();
		awaitAllDone(handledBefore + CONCURRENCY);
	}

	@Test
	void jobsAreNotHandedBackRepeatedlyIfAllWorkersBlock() {
		start();
		warmUp(100);
		blockAllWorkers(1000);
		await().until(() -> this.store.reserved() == CONCURRENCY);
		int reserves = this.store.limits().size();
		int settles = this.store.settles();
		await().during(Duration.ofMillis(300))
			.until(() -> this.store.limits().size() == reserves && this.store.settles() == settles);
		this.blocking.set(false);
		int handledBefore = this.handled.get();
		finish();
		awaitAllDone(handledBefore + 1000);
	}

	@Test
	void handlerThatBlocksPermanentlyDoesNotDelayOtherJobs() {
		this.fixture.submit("stuck");
		this.fixture.start(this.store, settings(), (job, context) -> {
			if (context.id().equals("stuck")) {
				this.finish.await(20, TimeUnit.SECONDS);
			}
			handle();
		});
		this.fixture.submit(1000);
		await().until(() -> this.handled.get() == 1000 && this.store.reserved() == 1);
		this.fixture.submit(1000);
		await().until(() -> this.handled.get() == 2000 && this.store.reserved() == 1);
	}

	/**
	 * Workers give their threads back after a while. On a busy machine that may be too
	 * late for what waits, but not always.
	 */
	@Test
	void workersContinueWhileThePollerSleeps() {
		AtomicBoolean slow = new AtomicBoolean();
		this.fixture.start(this.store, settings().concurrency(1), (job, context) -> {
			// Even the shortest park can take longer than a fast job may take
			if (slow.get()) {
				LockSupport.parkNanos(1_000_000);
			}
			handle();
		});
		int tries = 0;
		int handBacks;
		do {
			slow.set(false);
			warmUp(30);
			handBacks = this.store.handBacks();
			slow.set(true);
			int handledBefore = this.handled.get();
			this.fixture.submit(30);
			awaitAllDone(handledBefore + 30);
		}
		while (this.store.handBacks() > handBacks && ++tries < 100);
		assertThat(this.store.handBacks()).isEqualTo(handBacks);
	}

	@Test
	void errorsOfHandlersDoNotDelayOtherJobs() {
		Set<String> failedOnce = ConcurrentHashMap.newKeySet();
		this.fixture.submit(1000);
		this.fixture.start(this.store, settings().backoff(BackoffPolicy.fixed(Duration.ofMillis(10))),
				(job, context) -> {
					if (context.id().hashCode() % 3 == 0 && failedOnce.add(context.id())) {
						throw new StackOverflowError();
					}
					handle();
				});
		await().until(() -> this.handled.get() == 1000);
		awaitAllDone(1000);
		assertThat(failedOnce).isNotEmpty();
	}

	@Test
	void errorsOfSettlementsDoNotDelayOtherJobs() {
		this.store.refuseToSettle("poison");
		this.fixture.submit("poison");
		this.fixture.submit(1000);
		start();
		await().until(() -> this.handled.get() == 1001 && this.store.reserved() == 1);
		this.store.refuseToSettle("nothing any more");
		awaitAllDone(1001);
	}

	/**
	 * Waits before it answers, or fails, as it is told to.
	 */
	private final class PausingJobStore extends WatchedJobStore {

		private volatile Pause pause = new Pause();

		private volatile boolean pauseAfterNextJobs;

		private volatile String refused = "";

		PausingJobStore() {
			super(PrefetchingContainerTests.this.fixture.store);
		}

		void pauseAfterNextJobs() {
			this.pauseAfterNextJobs = true;
		}

		void refuseToSettle(String id) {
			this.refused = id;
		}

		@Override
		public ReserveResult reserve(ReserveRequest request) {
			Pause present = this.pause;
			if (present.now) {
				present.begun.countDown();
				awaitQuietly(present.end);
			}
			ReserveResult result = super.reserve(request);
			if (this.pauseAfterNextJobs && !result.jobs().isEmpty()) {
				present.now = true;
				return new ReserveResult(result.jobs(), Duration.ZERO, result.buried());
			}
			return result;
		}

		// End the present pause; there is none until the next call of pauseAfterNextJobs.
		void goOn() {
			this.pauseAfterNextJobs = false;
			Pause present = this.pause;
			this.pause = new Pause();
			present.end.countDown();
		}

		private void awaitQuietly(CountDownLatch latch) {
			try {
				latch.await(20, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@Override
		public List<SettleResult> settle(List<Settlement> settlements) {
			if (settlements.stream().anyMatch((settlement) -> settlement.lease().id().equals(this.refused))) {
				throw new StackOverflowError("refused");
			}
			return super.settle(settlements);
		}

	}

	/**
	 * A pause of the poller, which begins with its next reserve once it is due.
	 */
	private static final class Pause {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		private volatile boolean now;

	}

}
