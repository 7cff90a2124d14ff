// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Starts and stops during which something fails, hangs or is interrupted.
 */
@Timeout(30)
class BrokenStopTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final CountDownLatch started = new CountDownLatch(1);

	private final CountDownLatch finish = new CountDownLatch(1);

	private final CountedExecutors executors = new CountedExecutors();

	@AfterEach
	void stopContainers() {
		this.finish.countDown();
		this.fixture.close();
	}

	private void block() throws InterruptedException {
		this.started.countDown();
		this.finish.await(20, TimeUnit.SECONDS);
	}

	private void awaitNoThreads() {
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.noneMatch((name) -> name.startsWith("delay-") && name.contains("listener-1")));
	}

	@Test
	void otherStepsOfAStopAreTakenIfOneFails() {
		this.fixture.workers(this.executors);
		DelayListenerContainer container = this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			@Override
			public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
				super.subscribe(topic, listener);
				return () -> {
					throw new IllegalStateException("cannot be closed");
				};
			}

		}, ContainerFixture.settings(), (job, context) -> {
		});
		container.stop();
		assertThat(container.isRunning()).isFalse();
		assertThat(this.executors.open).hasValue(0);
		awaitNoThreads();
		container.start();
		this.fixture.submit("a");
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "a").isEmpty());
	}

	@Test
	void startThatFailsLeavesNothingRunning() {
		this.fixture.workers(this.executors);
		DelayListenerContainer container = this.fixture.create(new ForwardingJobStore(this.fixture.store) {

			@Override
			public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
				throw new IllegalStateException("no wake-ups");
			}

		}, ContainerFixture.settings(), (job, context) -> {
		});
		assertThatIllegalStateException().isThrownBy(container::start).withMessage("no wake-ups");
		assertThat(container.isRunning()).isFalse();
		assertThat(this.executors.open).hasValue(0);
		awaitNoThreads();
	}

	@Test
	@Tag("thorough")
	void stopEndsInTimeAlthoughEverythingHangs() throws Exception {
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				ReserveResult result = super.reserve(request);
				if (result.jobs().stream().anyMatch((job) -> job.lease().id().equals("late"))) {
					awaitUninterruptibly(BrokenStopTests.this.finish);
				}
				return result;
			}

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				awaitUninterruptibly(BrokenStopTests.this.finish);
				return super.settle(settlements);
			}

		};
		Duration timeout = Duration.ofMillis(300);
		DelayListenerContainer container = this.fixture.shutdownTimeout(timeout)
			.start(store, ContainerFixture.settings().concurrency(4), (job, context) -> {
				if (context.id().equals("hangs")) {
					this.started.countDown();
					awaitUninterruptibly(this.finish);
				}
			});
		this.fixture.submit("settled");
		this.fixture.submit("hangs");
		assertThat(this.started.await(10, TimeUnit.SECONDS)).isTrue();
		this.fixture.submit("late");
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "late")
			.orElseThrow()
			.state() == JobState.RESERVED);
		long start = System.nanoTime();
		container.stop();
		Duration took = Duration.ofNanos(System.nanoTime() - start);
		assertThat(took).isBetween(timeout, timeout.plusSeconds(2));
	}

	@Test
	void interruptedStopSendsItsPendingSettlements() throws Exception {
		CountDownLatch settling = new CountDownLatch(1);
		CountDownLatch maySettle = new CountDownLatch(1);
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				settling.countDown();
				awaitUninterruptibly(maySettle);
				return super.settle(settlements);
			}

		};
		DelayListenerContainer container = this.fixture.start(store,
				ContainerFixture.settings().maxAttempts(1).concurrency(3), (job, context) -> {
					if (context.id().equals("blocks")) {
						block();
					}
				});
		this.fixture.submit("done");
		this.fixture.submit("blocks");
		assertThat(this.started.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(settling.await(10, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
		Thread stop = new Thread(() -> {
			container.stop();
			stillInterrupted.complete(Thread.interrupted());
		});
		stop.start();
		await().until(() -> stop.getState() == Thread.State.TIMED_WAITING);
		stop.interrupt();
		maySettle.countDown();
		assertThat(stillInterrupted.get(10, TimeUnit.SECONDS)).isTrue();
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "done").isEmpty());
		// Its handler was interrupted on its last attempt, which does not bury it
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "blocks")
			.orElseThrow()
			.state() == JobState.READY);
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		boolean interrupted = false;
		while (latch.getCount() > 0) {
			try {
				latch.await();
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
