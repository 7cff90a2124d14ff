// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.listener.ListenerSettings;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a container does when its store does not answer.
 */
@Timeout(30)
class ContainerOutageTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final FaultyJobStore store = new FaultyJobStore();

	private final List<Integer> attempts = Collections.synchronizedList(new ArrayList<>());

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	private void start(ListenerSettings.Builder settings) {
		this.fixture.start(this.store, settings, (job, context) -> this.attempts.add(context.attempt()));
	}

	private void awaitGone(String id) {
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, id).isEmpty());
	}

	@Test
	void containerStartsWhileTheStoreIsUnreachableAndRecoversWithoutARestart() {
		this.store.unreachable.set(true);
		this.fixture.submit("a");
		start(ContainerFixture.settings());
		await().until(() -> this.store.reserves.get() >= 1);
		assertThat(this.attempts).isEmpty();
		this.store.unreachable.set(false);
		awaitGone("a");
		assertThat(this.attempts).containsExactly(1);
	}

	@Test
	void containerSurvivesAnOutage() {
		start(ContainerFixture.settings());
		this.fixture.submit("a");
		awaitGone("a");
		this.store.unreachable.set(true);
		this.fixture.submit("b");
		await().until(() -> this.store.reserves.get() >= 2);
		this.store.unreachable.set(false);
		awaitGone("b");
	}

	@Test
	void containerSurvivesAnError() {
		this.store.errors.set(2);
		this.fixture.submit("a");
		start(ContainerFixture.settings());
		awaitGone("a");
	}

	@Test
	void containerReportsSinceWhenAndWhyItCannotReserveUntilItCan() {
		AtomicBoolean refused = new AtomicBoolean(true);
		DelayListenerContainer container = this.fixture.create(new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				if (refused.get()) {
					throw new IllegalStateException("Topic 'orders' has 1 partition, not 4");
				}
				return super.reserve(request);
			}

		}, ContainerFixture.settings(), (job, context) -> this.attempts.add(context.attempt()));
		assertThat(container.reserveOutage()).isEmpty();
		container.start();
		this.fixture.submit("a");
		await().until(() -> container.reserveOutage().filter((outage) -> outage.failures() > 1).isPresent());
		assertThat(container.reserveOutage()).hasValueSatisfying((outage) -> {
			assertThat(outage.duration()).isPositive();
			assertThat(outage.reason()).contains("Topic 'orders' has 1 partition, not 4");
		});
		assertThat(container.hasDied()).isFalse();
		refused.set(false);
		awaitGone("a");
		assertThat(container.reserveOutage()).isEmpty();
		refused.set(true);
		this.fixture.submit("b");
		await().until(() -> container.reserveOutage().isPresent());
		container.stop();
		assertThat(container.reserveOutage()).isEmpty();
	}

	@Test
	@Tag("thorough")
	void containerThatCannotReserveReportsSlowHandlers() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		CountDownLatch overdue = new CountDownLatch(1);
		AtomicBoolean refused = new AtomicBoolean();
		ForwardingJobStore refusing = new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				if (refused.get()) {
					throw new IllegalStateException("refused");
				}
				ReserveResult result = super.reserve(request);
				refused.set(!result.jobs().isEmpty());
				return result;
			}

			@Override
			public int handBack(String topic, String token) {
				throw new IllegalStateException("refused");
			}

			@Override
			public List<SettleResult> touch(List<Touch> touches) {
				touches.stream().filter(Touch::overdue).forEach((touch) -> overdue.countDown());
				return super.touch(touches);
			}

		};
		this.fixture.submit("a");
		this.fixture.start(refusing, ContainerFixture.settings().ttr(Duration.ofSeconds(8)), (job, context) -> {
			this.fixture.submit("b");
			end.await(20, TimeUnit.SECONDS);
		});
		boolean reported = overdue.await(10, TimeUnit.SECONDS);
		end.countDown();
		assertThat(reported).isTrue();
	}

	@Test
	@Tag("thorough")
	void reportOfSlowHandlerIsRepeatedUntilTheStoreAnswers() throws Exception {
		CountDownLatch answered = new CountDownLatch(1);
		AtomicInteger failures = new AtomicInteger(2);
		ForwardingJobStore failing = new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> touch(List<Touch> touches) {
				if (failures.getAndDecrement() > 0) {
					throw new DataAccessResourceFailureException("unreachable");
				}
				answered.countDown();
				return super.touch(touches);
			}

		};
		this.fixture.submit("a");
		this.fixture.start(failing, ContainerFixture.settings().ttr(Duration.ofSeconds(30)),
				(job, context) -> assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue());
		awaitGone("a");
		assertThat(failures).hasValue(-1);
	}

	@Test
	void jobsOfALostReplyAreHandedBackBeforeAnythingElseIsReserved() {
		this.store.loseReply.set(true);
		this.store.handBackFailures.set(1);
		this.fixture.submit("a");
		start(ContainerFixture.settings().ttr(Duration.ofHours(1)));
		awaitGone("a");
		assertThat(this.attempts).containsExactly(1);
		assertThat(this.store.handedBack).hasSize(2);
		assertThat(this.store.handedBack.get(0)).isEqualTo(this.store.handedBack.get(1));
		assertThat(this.store.reserves).hasValueGreaterThanOrEqualTo(2);
	}

	@Test
	void settlementIsRepeatedUntilTheStoreAcceptsIt() {
		this.store.settleFailures.set(2);
		this.fixture.submit("a");
		start(ContainerFixture.settings());
		awaitGone("a");
		assertThat(this.attempts).containsExactly(1);
		assertThat(this.store.settles).hasValue(3);
	}

	@Test
	void settlementWhoseReplyWasLostIsRepeatedSafely() {
		this.store.loseSettleReply.set(true);
		this.fixture.submit("a");
		start(ContainerFixture.settings());
		await().until(() -> this.store.settles.get() == 2);
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "a")).isEmpty();
		this.fixture.submit("b");
		awaitGone("b");
	}

	@Test
	void settlementIsGivenUpOnceItsLeaseHasEnded() {
		this.store.settleFailures.set(Integer.MAX_VALUE);
		this.fixture.submit("a");
		start(ContainerFixture.settings().ttr(Duration.ofMillis(300)));
		await().until(() -> this.attempts.size() >= 3);
		this.store.settleFailures.set(0);
		// The store was not told that the first one had begun
		assertThat(this.attempts).startsWith(1, 1, 2);
		awaitGone("a");
	}

	@Test
	void workersWaitWhileTooManySettlementsArePending() {
		int capacity = 10_000;
		int jobs = capacity + 2000;
		this.store.settleFailures.set(Integer.MAX_VALUE);
		this.fixture.submit(jobs);
		start(ContainerFixture.settings());
		await().until(() -> this.attempts.size() >= capacity);
		// A batch is under way, and each worker has one
		await().during(Duration.ofMillis(300)).until(() -> this.attempts.size() <= capacity + 500 + 2);
		this.store.settleFailures.set(0);
		await().until(() -> this.attempts.size() == jobs
				&& this.fixture.store.status(ContainerFixture.TOPIC).counts().get(JobState.RESERVED) == 0);
		assertThat(this.attempts).containsOnly(1);
	}

	@Test
	void touchIsRepeatedWhileTheLeaseIsHeld() {
		this.store.touchFailures.set(1);
		List<Boolean> answers = Collections.synchronizedList(new ArrayList<>());
		this.fixture.start(this.store, ContainerFixture.settings(), (job, context) -> answers.add(context.touch()));
		this.fixture.submit("a");
		awaitGone("a");
		assertThat(answers).containsExactly(true);
	}

	@Test
	void touchReturnsFalseOnceTheLeaseHasEnded() {
		this.store.touchFailures.set(Integer.MAX_VALUE);
		List<Boolean> answers = Collections.synchronizedList(new ArrayList<>());
		this.fixture.start(this.store, ContainerFixture.settings().ttr(Duration.ofMillis(500)),
				(job, context) -> answers.add(context.touch()));
		this.fixture.submit("a");
		await().until(() -> !answers.isEmpty());
		assertThat(answers.get(0)).isFalse();
	}

	@Test
	void stopHandsBackALostReply() {
		this.store.loseReply.set(true);
		this.store.handBackFailures.set(Integer.MAX_VALUE);
		this.fixture.submit("a");
		DelayListenerContainer container = this.fixture.start(this.store, ContainerFixture.settings(),
				(job, context) -> this.attempts.add(context.attempt()));
		await().until(() -> !this.store.handedBack.isEmpty());
		this.store.unreachable.set(true);
		this.store.handBackFailures.set(0);
		container.stop();
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "a").orElseThrow().state())
			.isEqualTo(JobState.READY);
	}

	/**
	 * Fails as it is told to.
	 */
	private final class FaultyJobStore extends ForwardingJobStore {

		private final AtomicBoolean unreachable = new AtomicBoolean();

		private final AtomicInteger errors = new AtomicInteger();

		private final AtomicInteger reserves = new AtomicInteger();

		private final AtomicBoolean loseReply = new AtomicBoolean();

		private final AtomicInteger handBackFailures = new AtomicInteger();

		private final List<String> handedBack = Collections.synchronizedList(new ArrayList<>());

		private final AtomicInteger settles = new AtomicInteger();

		private final AtomicInteger settleFailures = new AtomicInteger();

		private final AtomicBoolean loseSettleReply = new AtomicBoolean();

		private final AtomicInteger touchFailures = new AtomicInteger();

		FaultyJobStore() {
			super(ContainerOutageTests.this.fixture.store);
		}

		@Override
		public ReserveResult reserve(ReserveRequest request) {
			this.reserves.incrementAndGet();
			if (this.unreachable.get()) {
				throw new DataAccessResourceFailureException("away");
			}
			if (this.errors.getAndUpdate(FaultyJobStore::less) > 0) {
				throw new AssertionError("broken");
			}
			ReserveResult result = super.reserve(request);
			if (!result.jobs().isEmpty() && this.loseReply.compareAndSet(true, false)) {
				throw new QueryTimeoutException("reply lost");
			}
			return result;
		}

		@Override
		public int handBack(String topic, String token) {
			this.handedBack.add(token);
			if (this.handBackFailures.getAndUpdate(FaultyJobStore::less) > 0) {
				throw new DataAccessResourceFailureException("away");
			}
			return super.handBack(topic, token);
		}

		@Override
		public List<SettleResult> settle(List<Settlement> settlements) {
			this.settles.incrementAndGet();
			if (this.settleFailures.getAndUpdate(FaultyJobStore::less) > 0) {
				throw new DataAccessResourceFailureException("away");
			}
			List<SettleResult> results = super.settle(settlements);
			if (this.loseSettleReply.compareAndSet(true, false)) {
				throw new QueryTimeoutException("reply lost");
			}
			return results;
		}

		@Override
		public List<SettleResult> touch(List<Touch> touches) {
			if (this.touchFailures.getAndUpdate(FaultyJobStore::less) > 0) {
				throw new DataAccessResourceFailureException("away");
			}
			return super.touch(touches);
		}

		private static int less(int count) {
			return Math.max(0, count - 1);
		}

	}

}
