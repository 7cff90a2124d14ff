// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.job.Job;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.StoreClock;
import io.delay.redis.partition.TopicPartitions;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Touch;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Isolated jobs of a topic in several partitions: a listener takes one at a time, and
 * none waits for a safety check because its partition had nothing else to tell.
 */
class IsolatedPartitionsTests {

	private static final String TOPIC = "orders";

	private static final Duration SOON = Duration.ofSeconds(10);

	private static final int PARTITIONS = 4;

	private final RedisSpace space = RedisSpace.shared(PARTITIONS);

	private final StoreClock clock = new StoreClock(this.space.template());

	private final Instance instance = Instance.named("host-a")
		.partitions(PARTITIONS)
		.on(RedisForTests.shared().port(), this.space.namespace());

	@AfterEach
	void close() {
		this.instance.close();
		this.space.close();
	}

	@Test
	void jobsOfAllPartitionsAreHandledOneAfterTheOther() {
		Set<String> ids = IntStream.range(0, 8).mapToObj((i) -> "order-" + i).collect(Collectors.toSet());
		ids.forEach((id) -> this.instance.template().submit(Job.to(TOPIC).id(id).maxAttempts(4).build()));
		crash(ids.size());
		crash(ids.size());
		AtomicInteger atWork = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		Set<String> handled = ConcurrentHashMap.newKeySet();
		this.instance.listen(TOPIC, ListenerSettings.builder().concurrency(4), (job, context) -> {
			most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
			handled.add(context.id());
			atWork.decrementAndGet();
		});
		await().atMost(SOON).until(() -> handled.equals(ids));
		assertThat(most).hasValue(1);
	}

	@Test
	void isolatedJobsDoNotWaitForBusyPartitions() {
		Set<String> isolated = Set.copyOf(ids(0, 8));
		isolated.forEach((id) -> this.instance.template().submit(Job.to(TOPIC).id(id).maxAttempts(4).build()));
		crash(isolated.size());
		crash(isolated.size());
		List<String> others = ids(1, 10_000);
		this.instance.template().submitAll(others.stream().map((id) -> Job.to(TOPIC).id(id).build()).toList());
		Set<String> handled = ConcurrentHashMap.newKeySet();
		AtomicInteger handledByThen = new AtomicInteger();
		this.instance.listen(TOPIC, ListenerSettings.builder().concurrency(4), (job, context) -> {
			handled.add(context.id());
			if (handled.containsAll(isolated)) {
				handledByThen.compareAndSet(0, handled.size());
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		});
		await().atMost(SOON).until(() -> handledByThen.get() > 0);
		assertThat(handledByThen).as("handled by then").hasValueLessThan(others.size());
	}

	// The ids of some jobs in one partition.
	private List<String> ids(int partition, int count) {
		TopicPartitions partitions = new TopicPartitions(this.space.namespace(), TOPIC, PARTITIONS);
		return IntStream.iterate(0, (i) -> i + 1)
			.mapToObj((i) -> "order-" + i)
			.filter((id) -> partitions.of(id).number() == partition)
			.limit(count)
			.toList();
	}

	// A worker begins with all jobs and is never heard of again.
	private void crash(int count) {
		List<ReservedJob> jobs = new ArrayList<>();
		await().atMost(SOON).pollInterval(Duration.ofMillis(5)).until(() -> {
			jobs.addAll(this.instance.store()
				.reserve(new ReserveRequest(TOPIC, "h/p:" + System.nanoTime(), 10,
						new ReserveTerms(Duration.ofMillis(500), 4), ReserveMode.LISTEN))
				.jobs());
			return jobs.size() == count;
		});
		this.instance.store().touch(jobs.stream().map((job) -> Touch.started(job.lease())).toList());
		Instant end = jobs.stream().map((job) -> job.terms().deadline()).max(Instant::compareTo).orElseThrow();
		await().atMost(SOON).until(() -> this.clock.now().isAfter(end));
	}

}
