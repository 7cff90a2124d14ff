// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.test.util.ReflectionTestUtils;

import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.listener.UnreadableException;
import io.delay.listener.settle.JobSettler;
import io.delay.listener.settle.SettlementLog;
import io.delay.listener.support.OutageLog;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a container does when something around it is broken, other than that its store is
 * away.
 */
@Timeout(30)
class ContainerFailureTests {

	private static final String POISON = "poison";

	private final ContainerFixture fixture = new ContainerFixture();

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	private void awaitGone(String id) {
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, id).isEmpty());
	}

	@Test
	void pollerSurvivesAFailureThatCannotBeRead() {
		AtomicBoolean first = new AtomicBoolean(true);
		this.fixture.submit("a");
		DelayListenerContainer container = this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				if (first.compareAndSet(true, false)) {
					throw new UnreadableException();
				}
				return super.reserve(request);
			}

		}, ContainerFixture.settings(), (job, context) -> {
		});
		awaitGone("a");
		assertThat(container.hasDied()).isFalse();
	}

	@Test
	void settlerSurvivesAFailureThatCannotBeRead() {
		AtomicBoolean first = new AtomicBoolean(true);
		this.fixture.submit("a");
		DelayListenerContainer container = this.fixture.start(new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				if (first.compareAndSet(true, false)) {
					throw new UnreadableException();
				}
				return super.settle(settlements);
			}

		}, ContainerFixture.settings().ttr(Duration.ofHours(1)), (job, context) -> {
		});
		awaitGone("a");
		assertThat(container.hasDied()).isFalse();
	}

	@Test
	void containerDiesIfItsSettlerEnds() throws Exception {
		DelayListenerContainer container = this.fixture.start(ContainerFixture.settings(), (job, context) -> {
		});
		assertThat(container.hasDied()).isFalse();
		Object run = ReflectionTestUtils.getField(container, "run");
		JobSettler settler = (JobSettler) ReflectionTestUtils.getField(run, "settler");
		settler.close(Duration.ZERO);
		await().until(container::hasDied);
		container.stop();
		assertThat(container.hasDied()).isFalse();
	}

	@ParameterizedTest
	@Tag("thorough")
	@ValueSource(booleans = { true, false })
	void settlementThatAlwaysFailsDoesNotDelayOthers(boolean looksUnreachable) {
		AtomicInteger calls = new AtomicInteger();
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				calls.incrementAndGet();
				if (settlements.stream().anyMatch((settlement) -> settlement.lease().id().equals(POISON))) {
					throw looksUnreachable ? new DataAccessResourceFailureException("no reply") : new Refused();
				}
				return super.settle(settlements);
			}

		};
		Set<String> handled = ConcurrentHashMap.newKeySet();
		this.fixture.submit(POISON);
		for (int i = 0; i < 200; i++) {
			this.fixture.submit("job-" + i);
		}
		this.fixture.start(store, ContainerFixture.settings().ttr(Duration.ofHours(1)).concurrency(4),
				(job, context) -> assertThat(handled.add(context.id())).isTrue());
		await().until(() -> this.fixture.store.status(ContainerFixture.TOPIC).counts().get(JobState.RESERVED) == 1);
		this.fixture.submit("newer");
		awaitGone("newer");
		await().until(() -> this.fixture.store.status(ContainerFixture.TOPIC).counts().get(JobState.RESERVED) == 1);
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, POISON)).isPresent();
		assertThat(handled).hasSize(202);
		int before = calls.get();
		await().during(Duration.ofMillis(300)).until(() -> calls.get() - before < 10);
		this.fixture.store.cancel(ContainerFixture.TOPIC, POISON);
	}

	@Test
	@Tag("thorough")
	void settlementsForAnUnreachableStoreAreRepeatedAfterPauses() {
		AtomicInteger calls = new AtomicInteger();
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				calls.incrementAndGet();
				throw new DataAccessResourceFailureException("away");
			}

		};
		for (int i = 0; i < 20; i++) {
			this.fixture.submit("job-" + i);
		}
		this.fixture.shutdownTimeout(Duration.ZERO)
			.start(store, ContainerFixture.settings().concurrency(20), (job, context) -> {
			});
		await().during(Duration.ofSeconds(1)).until(() -> calls.get() <= 6);
	}

	@Test
	void executorThatAlwaysRefusesIsCalledLessOftenAndWarnedOfOnce() {
		List<Long> refusals = new CopyOnWriteArrayList<>();
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter((task) -> {
			refusals.add(System.nanoTime());
			throw new TaskRejectedException("full");
		}));
		try (RecordedLog log = new RecordedLog(OutageLog.class)) {
			this.fixture.start(ContainerFixture.settings(), (job, context) -> {
			});
			this.fixture.submit("a");
			await().until(() -> refusals.size() >= 5);
			long[] pauses = { 100, 200, 400, 500 };
			for (int i = 0; i < pauses.length; i++) {
				assertThat(Duration.ofNanos(refusals.get(i + 1) - refusals.get(i))).as("pause %s", i + 1)
					.isGreaterThanOrEqualTo(Duration.ofMillis(pauses[i]));
			}
			assertThat(log.messages(Level.WARN)).singleElement().asString().contains("executor", "full");
			assertThat(log.messages(Level.ERROR)).isEmpty();
		}
	}

	@Test
	void reserveThatFailsAfterTheStopIsNoOutage() throws Exception {
		CompletableFuture<Thread> poller = new CompletableFuture<>();
		CountDownLatch stopped = new CountDownLatch(1);
		ForwardingJobStore store = new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				poller.complete(Thread.currentThread());
				await().until(() -> stopped.getCount() == 0);
				throw new DataAccessResourceFailureException("closed");
			}

		};
		try (RecordedLog log = new RecordedLog(OutageLog.class)) {
			this.fixture.shutdownTimeout(Duration.ofMillis(100));
			DelayListenerContainer container = this.fixture.start(store, ContainerFixture.settings(),
					(job, context) -> {
					});
			Thread thread = poller.get();
			container.stop();
			stopped.countDown();
			thread.join();
			assertThat(log.messages(Level.WARN)).isEmpty();
		}
	}

	@Test
	void warningOfALeaseThatEndedBeforeAWorkerWasFreeContainsARemedy() {
		this.fixture.workers((id, concurrency) -> new TaskExecutorAdapter((task) -> new Thread(() -> {
			await().pollDelay(Duration.ofMillis(120)).until(() -> true);
			task.run();
		}).start()));
		try (RecordedLog log = new RecordedLog(SettlementLog.class)) {
			this.fixture.submit("a");
			this.fixture.start(ContainerFixture.settings().ttr(Duration.ofMillis(100)), (job, context) -> {
			});
			await().until(() -> log.messages(Level.WARN)
				.stream()
				.anyMatch((message) -> message.contains("concurrency") && message.contains("TTR")));
		}
	}

	private static final class Refused extends UncategorizedDataAccessException {

		Refused() {
			super("WRONGTYPE", null);
		}

	}

}
