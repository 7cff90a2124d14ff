// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Delivery;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.StoreClock;
import io.delay.store.JobFailures;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A job that was not done is delivered again, and in the end buried with the reason.
 */
class RedeliveryTests {

	private static final String TOPIC = "orders";

	private static final Duration TTR = Duration.ofMillis(1200);

	private final RedisSpace space = RedisSpace.shared();

	private final StoreClock clock = new StoreClock(this.space.template());

	private final Delivery.Log log = new Delivery.Log(this.clock);

	private final SettlementRecorder settlements = new SettlementRecorder();

	private final SettlementRecorder otherSettlements = new SettlementRecorder();

	private final Instance instance = instance("host-a", this.settlements);

	private final Instance other = instance("host-b", this.otherSettlements);

	private Instance instance(String name, SettlementRecorder recorder) {
		return Instance.named(name)
			.decorator(recorder::around)
			.on(RedisForTests.shared().port(), this.space.namespace());
	}

	@AfterEach
	void close() {
		this.other.close();
		this.instance.close();
		this.space.close();
	}

	@Test
	void handlerThatThrowsIsCalledAgainOneTtrAfterTheJobWasReserved() {
		Instant submittedAt = this.clock.now();
		String id = this.instance.template().submit(TOPIC, "payload", Duration.ZERO).id();
		this.instance.listen(TOPIC, ttr(TTR), (job, context) -> {
			if (this.log.add("a", context).attempt() == 1) {
				throw new IllegalStateException("once");
			}
		});
		awaitGone(id);
		assertThat(this.log.of(id)).extracting(Delivery::attempt).containsExactly(1, 2);
		Delivery first = this.log.of(id).get(0);
		Delivery second = this.log.of(id).get(1);
		assertThat(first.deadline()).isAfterOrEqualTo(submittedAt.plus(TTR));
		assertThat(second.visibleSince()).isEqualTo(first.deadline());
		assertThat(second.startedAt()).isBetween(first.deadline(), first.deadline().plusSeconds(10));
	}

	@Test
	void lateAckIsRefusedAndTheAckOfTheRedeliveryAccepted() throws Exception {
		CountDownLatch firstMayReturn = new CountDownLatch(1);
		CountDownLatch firstLostItsLease = new CountDownLatch(1);
		String id = this.instance.template().submit(TOPIC, "payload", Duration.ZERO).id();
		// With its one worker at work, this instance cannot take the job again itself.
		this.instance.listen(TOPIC, ttr(TTR).concurrency(1), (job, context) -> {
			this.log.add("a", context);
			firstMayReturn.await(5, TimeUnit.SECONDS);
			if (context.isLeaseLost() && !context.touch()) {
				firstLostItsLease.countDown();
			}
		});
		await().atMost(Duration.ofSeconds(5)).until(() -> this.log.all().size() == 1);
		AtomicBoolean keptByLateAck = new AtomicBoolean();
		this.other.listen(TOPIC, ttr(Duration.ofSeconds(30)), (job, context) -> {
			this.log.add("b", context);
			firstMayReturn.countDown();
			await().atMost(Duration.ofSeconds(5)).until(() -> !this.settlements.results().isEmpty());
			keptByLateAck.set(state(id).equals(Optional.of(JobState.RESERVED)));
		});
		awaitGone(id);
		assertThat(this.log.all()).extracting(Delivery::instance).containsExactly("a", "b");
		assertThat(this.log.all()).extracting(Delivery::attempt).containsExactly(1, 2);
		assertThat(this.log.all().get(1).startedAt()).isAfterOrEqualTo(this.log.all().get(0).deadline());
		assertThat(firstLostItsLease.await(0, TimeUnit.SECONDS)).isTrue();
		assertThat(this.settlements.results()).containsExactly(SettleResult.LEASE_LOST);
		assertThat(keptByLateAck).isTrue();
		// The result is recorded after the job is gone.
		await().atMost(Duration.ofSeconds(5))
			.untilAsserted(() -> assertThat(this.otherSettlements.results()).containsExactly(SettleResult.DONE));
		assertThat(this.space.contents(TOPIC)).containsOnlyKeys("meta");
	}

	@Test
	void exhaustedJobHasFailedWithErrorHostAndTime() {
		JobFailures failures = failuresOf(failing().maxAttempts(2), (job, context) -> {
			this.log.add("a", context);
			throw new IllegalStateException("attempt " + context.attempt() + " of " + context.maxAttempts());
		});
		assertThat(failures.attempts()).isEqualTo(2);
		assertThat(failures.last().error()).isEqualTo("java.lang.IllegalStateException: attempt 2 of 2");
		assertThat(this.log.all()).extracting(Delivery::attempt).containsExactly(1, 2);
	}

	@Test
	void jobWhoseLastTtrExpiredHasFailedWithErrorHostAndTime() {
		CountDownLatch end = new CountDownLatch(1);
		JobFailures failures = failuresOf(ttr(Duration.ofMillis(300)).maxAttempts(1), (job, context) -> {
			this.log.add("a", context);
			end.await(5, TimeUnit.SECONDS);
		});
		end.countDown();
		assertThat(failures.attempts()).isEqualTo(1);
		assertThat(failures.last().error()).isEqualTo("TTR of 300 ms elapsed");
		assertThat(this.log.all()).hasSize(1);
	}

	@Test
	void jobFailsAtOnceForAnExceptionThatIsNotToBeRetried() {
		JobFailures failures = failuresOf(failing().noRetryFor(List.of(IllegalArgumentException.class)),
				(job, context) -> {
					this.log.add("a", context);
					throw new NumberFormatException("no number");
				});
		assertThat(failures.attempts()).isEqualTo(1);
		assertThat(failures.last().error()).isEqualTo("java.lang.NumberFormatException: no number");
		assertThat(this.log.all()).hasSize(1);
	}

	@Test
	void jobThatItsHandlerBuriesHasFailedAtOnce() {
		JobFailures failures = failuresOf(failing(), (job, context) -> {
			this.log.add("a", context);
			context.bury("The order is unknown");
		});
		assertThat(failures.attempts()).isEqualTo(1);
		assertThat(failures.last().error()).isEqualTo("The order is unknown");
		assertThat(this.log.all()).hasSize(1);
	}

	/**
	 * Let a container fail on a job, and check that it is buried with its payload, and
	 * what is said of where and when.
	 */
	private JobFailures failuresOf(ListenerSettings.Builder settings, JobHandler handler) {
		Instant before = this.clock.now().minusMillis(1);
		this.instance.template().submit(Job.to(TOPIC).id("order-1").payload("payload").build());
		this.instance.listen(TOPIC, settings, handler);
		await().atMost(Duration.ofSeconds(5)).until(() -> state("order-1").equals(Optional.of(JobState.FAILED)));
		StoredJob job = this.instance.template().find(TOPIC, "order-1").orElseThrow();
		assertThat(job.record().payload()).asString().isEqualTo("payload");
		assertThat(job.failures().last().host()).isEqualTo("host-a");
		assertThat(job.failures().time()).isBetween(before, this.clock.now());
		assertThat(job.time()).isEqualTo(job.failures().time());
		assertThat(this.space.contents(TOPIC).get("jobs")).isEqualTo(Map.of("order-1", "1;;\n\npayload"));
		return job.failures();
	}

	private static ListenerSettings.Builder ttr(Duration ttr) {
		return ListenerSettings.builder().ttr(ttr).concurrency(2);
	}

	private static ListenerSettings.Builder failing() {
		return ttr(Duration.ofSeconds(30)).backoff(BackoffPolicy.fixed(Duration.ZERO));
	}

	private void awaitGone(String id) {
		await().atMost(Duration.ofSeconds(20)).until(() -> state(id).isEmpty());
	}

	private Optional<JobState> state(String id) {
		return this.instance.template().find(TOPIC, id).map(StoredJob::state);
	}

}
