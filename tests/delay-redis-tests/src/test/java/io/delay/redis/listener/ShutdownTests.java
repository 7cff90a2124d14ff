// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.delay.job.Job;
import io.delay.listener.ListenerSettings;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.redis.Delivery;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.StoreClock;
import io.delay.store.JobStore;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.test.redis.RedisForTests;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A container that stops hands back what it has not started and ends what it has.
 */
class ShutdownTests {

	private static final String TOPIC = "orders";

	/** So long that nothing comes again by itself. */
	private static final Duration TTR = Duration.ofSeconds(60);

	/** Below the safety check of an idle listener, which comes after twelve seconds. */
	private static final Duration AT_ONCE = Duration.ofSeconds(10);

	private final RedisSpace space = RedisSpace.shared();

	private final Delivery.Log log = new Delivery.Log(new StoreClock(this.space.template()));

	private final SettlementRecorder settlements = new SettlementRecorder();

	private final CountDownLatch replyMayArrive = new CountDownLatch(1);

	private final CountDownLatch replyIsHeldUp = new CountDownLatch(1);

	private final Instance other = Instance.named("other").on(RedisForTests.shared().port(), this.space.namespace());

	@AfterEach
	void close() {
		this.replyMayArrive.countDown();
		this.other.close();
		this.space.close();
	}

	@Test
	void stopHandsBackUnstartedJobsAndWaitsForRunningOnes() throws Exception {
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch mayReturn = new CountDownLatch(1);
		List<String> ids = submit(4);
		try (Instance instance = instance(this.settlements::around)) {
			DelayListenerContainer container = instance.listen(TOPIC, settings(4), oneThread(), (job, context) -> {
				this.log.add("stopping", context);
				running.countDown();
				mayReturn.await(30, TimeUnit.SECONDS);
			});
			assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
			this.other.listen(TOPIC, settings(4), (job, context) -> this.log.add("other", context));
			assertThat(this.space.contents(TOPIC).get("reserved")).containsOnlyKeys(ids);
			Thread stopper = stop(container);
			await().atMost(AT_ONCE).until(() -> this.log.ids().size() == 4);
			assertThat(this.log.all()).extracting(Delivery::attempt).containsOnly(1);
			assertThat(this.log.all()).extracting(Delivery::instance)
				.containsExactly("stopping", "other", "other", "other");
			assertThat(stopper.isAlive()).isTrue();
			mayReturn.countDown();
			stopper.join(10_000);
			assertThat(stopper.isAlive()).isFalse();
			// the last ack was sent before stop returned
			assertThat(this.settlements.results()).hasSize(4).containsOnly(SettleResult.DONE);
		}
		await().atMost(AT_ONCE).until(() -> this.space.contents(TOPIC).size() == 1);
		assertThat(this.space.contents(TOPIC)).containsOnlyKeys("meta");
	}

	@Test
	void jobsOfAReplyAfterTheStopRunOnAnotherInstanceAtOnce() throws Exception {
		List<String> ids = submit(3);
		try (Instance instance = instance(this::holdUpReplies)) {
			DelayListenerContainer container = instance.listen(TOPIC, settings(4),
					(job, context) -> this.log.add("stopping", context));
			assertThat(this.replyIsHeldUp.await(10, TimeUnit.SECONDS)).isTrue();
			this.other.listen(TOPIC, settings(4), (job, context) -> this.log.add("other", context));
			Thread stopper = stop(container);
			// It does not wait for the reply for long
			await().atMost(AT_ONCE).until(() -> stopper.getState() == Thread.State.TIMED_WAITING || !stopper.isAlive());
			this.replyMayArrive.countDown();
			await().atMost(AT_ONCE).until(() -> this.log.all().size() == 3);
			stopper.join(10_000);
		}
		assertThat(this.log.ids()).isEqualTo(Set.copyOf(ids));
		assertThat(this.log.all()).extracting(Delivery::instance).containsOnly("other");
		assertThat(this.log.all()).extracting(Delivery::attempt).containsOnly(1);
	}

	private Instance instance(UnaryOperator<JobStore> decorator) {
		return Instance.named("stopping")
			.decorator(decorator)
			.on(RedisForTests.shared().port(), this.space.namespace());
	}

	private JobStore holdUpReplies(JobStore store) {
		return new ForwardingJobStore(store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				ReserveResult result = super.reserve(request);
				ShutdownTests.this.replyIsHeldUp.countDown();
				try {
					ShutdownTests.this.replyMayArrive.await(30, TimeUnit.SECONDS);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				return result;
			}

		};
	}

	private static ListenerSettings.Builder settings(int concurrency) {
		return ListenerSettings.builder().concurrency(concurrency).ttr(TTR);
	}

	private static WorkerExecutorFactory oneThread() {
		return (listenerId, concurrency) -> {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setCorePoolSize(1);
			executor.setMaxPoolSize(1);
			executor.afterPropertiesSet();
			return executor;
		};
	}

	private static Thread stop(DelayListenerContainer container) {
		Thread stopper = new Thread(container::stop, "stopper");
		stopper.start();
		return stopper;
	}

	private List<String> submit(int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> this.other.template().submit(Job.to(TOPIC).id("order-" + i).build()).id())
			.toList();
	}

}
