// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs that may be what ends their processes, in the containers of one factory.
 */
@Timeout(20)
class IsolatedJobsTests {

	/** Shorter than the safety checks of sleeping pollers. */
	private static final Duration SOON = Duration.ofSeconds(8);

	private static final Duration CRASHED_TTR = Duration.ofMillis(20);

	private final MemoryJobStore store = new MemoryJobStore();

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	private final DelayListenerContainerFactory factory = new DelayListenerContainerFactory(this.store);

	private final List<DelayListenerContainer> containers = new ArrayList<>();

	@AfterEach
	void stop() {
		this.containers.forEach(DelayListenerContainer::stop);
	}

	@Test
	void containersHandleOneIsolatedJobAtATimeWithoutWaitingForTheSafetyCheck() {
		submitIsolated("orders", "a", "b", "c");
		submitIsolated("refunds", "d", "e");
		AtomicInteger atWork = new AtomicInteger();
		Map<String, Integer> beside = new ConcurrentHashMap<>();
		JobHandler handler = (job, context) -> {
			beside.put(context.id(), atWork.incrementAndGet());
			new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
			atWork.decrementAndGet();
		};
		listen("orders", Duration.ofSeconds(30), handler);
		listen("refunds", Duration.ofSeconds(30), handler);
		await().atMost(SOON).until(() -> beside.size() == 5 && atWork.get() == 0);
		assertThat(beside).containsOnlyKeys("a", "b", "c", "d", "e").containsValue(1);
		assertThat(Set.copyOf(beside.values())).containsExactly(1);
	}

	@Test
	void otherJobsRunAtTheSameTimeAsAnIsolatedJob() throws Exception {
		submitIsolated("orders", "a");
		CountDownLatch other = new CountDownLatch(1);
		CountDownLatch both = new CountDownLatch(1);
		listen("orders", Duration.ofSeconds(30), (job, context) -> {
			if (context.id().equals("other")) {
				other.countDown();
			}
			else if (other.await(10, TimeUnit.SECONDS)) {
				both.countDown();
			}
		});
		this.template.submit(Job.to("orders").id("other").build());
		assertThat(both.await(10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void handlerThatHangsHoldsThePermitNoLongerThanItsLease() throws Exception {
		submitIsolated("orders", "a", "b");
		CountDownLatch end = new CountDownLatch(1);
		CountDownLatch handled = new CountDownLatch(1);
		listen("orders", Duration.ofSeconds(1), (job, context) -> {
			if (context.id().equals("a")) {
				end.await(15, TimeUnit.SECONDS);
			}
			else {
				handled.countDown();
			}
		});
		assertThat(handled.await(SOON.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
		end.countDown();
	}

	@Test
	void isolatedJobWaitsUntilTheSettlementOfThePreviousOneIsAnswered() {
		submitIsolated("orders", "a", "b", "c");
		Set<String> begun = ConcurrentHashMap.newKeySet();
		Set<String> settled = ConcurrentHashMap.newKeySet();
		AtomicInteger unsettled = new AtomicInteger();
		DelayListenerContainerFactory slow = new DelayListenerContainerFactory(new ForwardingJobStore(this.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
				List<SettleResult> results = super.settle(settlements);
				settlements.forEach((settlement) -> settled.add(settlement.lease().id()));
				return results;
			}

		});
		listen(slow, "orders", Duration.ofSeconds(30), (job, context) -> {
			unsettled.addAndGet(begun.size() - settled.size());
			begun.add(context.id());
		});
		await().atMost(SOON).until(() -> settled.size() == 3);
		assertThat(unsettled).hasValue(0);
	}

	@Test
	@Tag("thorough")
	void stoppedContainerKeepsNoPermitForSettlementsThatItGivesUp() {
		submitIsolated("orders", "a");
		submitIsolated("refunds", "b", "c");
		DelayListenerContainerFactory broken = new DelayListenerContainerFactory(new ForwardingJobStore(this.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				if (settlements.get(0).lease().topic().equals("orders")) {
					throw new DataAccessResourceFailureException("unreachable");
				}
				return super.settle(settlements);
			}

		});
		CountDownLatch first = new CountDownLatch(1);
		CountDownLatch others = new CountDownLatch(2);
		DelayListenerContainer stopped = listen(broken, "orders", Duration.ofHours(1),
				(job, context) -> first.countDown());
		await().until(() -> first.getCount() == 0);
		listen(broken, "refunds", Duration.ofHours(1), (job, context) -> others.countDown());
		assertThat(others.getCount()).isEqualTo(2);
		stopped.stop();
		await().atMost(SOON).until(() -> others.getCount() == 0);
	}

	@Test
	void startOfRedeliveredJobIsReportedBeforeItsHandlerBegins() throws Exception {
		submitIsolated("orders", "a");
		List<String> reported = new CopyOnWriteArrayList<>();
		DelayListenerContainerFactory watched = new DelayListenerContainerFactory(new ForwardingJobStore(this.store) {

			@Override
			public List<SettleResult> touch(List<Touch> touches) {
				List<SettleResult> results = super.touch(touches);
				touches.forEach((touch) -> reported.add(touch.lease().id()));
				return results;
			}

		});
		List<String> reportedBefore = new CopyOnWriteArrayList<>();
		AtomicReference<Integer> attempt = new AtomicReference<>();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		listen(watched, "orders", Duration.ofSeconds(30), (job, context) -> {
			reportedBefore.addAll(reported);
			assertThat(context.isRedelivered()).isTrue();
			attempt.set(context.attempt());
			begun.countDown();
			end.await(15, TimeUnit.SECONDS);
		});
		assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(reportedBefore).containsExactly("a");
		assertThat(attempt.get()).isEqualTo(3);
		end.countDown();
		await().until(() -> this.store.find("orders", "a").isEmpty());
	}

	@Test
	void jobIsHandedBackUnstartedIfItsStartIsRefused() throws Exception {
		submitIsolated("orders", "a");
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch refused = new CountDownLatch(2);
		DelayListenerContainerFactory refusing = new DelayListenerContainerFactory(new ForwardingJobStore(this.store) {

			@Override
			public List<SettleResult> touch(List<Touch> touches) {
				refused.countDown();
				return touches.stream().map((touch) -> SettleResult.LEASE_LOST).toList();
			}

		});
		listen(refusing, "orders", Duration.ofSeconds(30), (job, context) -> begun.countDown());
		assertThat(refused.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(begun.getCount()).isOne();
		assertThat(this.store.find("orders", "a").orElseThrow().state()).isIn(JobState.READY, JobState.RESERVED);
	}

	// Jobs whose processes crashed twice in the first attempts.
	private void submitIsolated(String topic, String... ids) {
		submitCrashed(2, topic, ids);
	}

	private void submitCrashed(int crashes, String topic, String... ids) {
		for (String id : ids) {
			this.template.submit(Job.to(topic).id(id).maxAttempts(4).build());
		}
		for (int crash = 1; crash <= crashes; crash++) {
			List<ReservedJob> jobs = new ArrayList<>();
			await().pollInterval(Duration.ofMillis(5)).until(() -> {
				jobs.addAll(this.store
					.reserve(new ReserveRequest(topic, "h/p:" + topic + System.nanoTime(), 10,
							new ReserveTerms(CRASHED_TTR, 4), ReserveMode.LISTEN))
					.jobs());
				return jobs.size() == ids.length;
			});
			this.store.touch(jobs.stream().map((job) -> Touch.started(job.lease())).toList());
			await().pollInterval(Duration.ofMillis(5))
				.until(() -> this.store.status(topic).count(JobState.RESERVED) == ids.length
						&& jobs.stream().allMatch((job) -> job.terms().deadline().isBefore(Instant.now())));
		}
	}

	private void listen(String topic, Duration ttr, JobHandler handler) {
		listen(this.factory, topic, ttr, handler);
	}

	private DelayListenerContainer listen(DelayListenerContainerFactory factory, String topic, Duration ttr,
			JobHandler handler) {
		DelayListenerContainer container = factory.create(new DelayListenerEndpoint(topic + "-listener", topic,
				ListenerSettings.builder().concurrency(4).ttr(ttr).build(), handler));
		this.containers.add(container);
		container.start();
		return container;
	}

}
