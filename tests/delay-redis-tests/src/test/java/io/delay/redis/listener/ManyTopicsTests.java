// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.Job;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.redis.CommandCounts;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.JobStore;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application that listens to a hundred topics costs next to nothing while there is
 * nothing to do, and is at hand once there is.
 */
@Tag("thorough")
@Timeout(60)
class ManyTopicsTests {

	private static final int TOPICS = 100;

	private static final Duration IDLE = Duration.ofSeconds(5);

	/** Each container looks by itself once in 12 to 18 s. */
	private static final Duration FIRST_SAFETY_CHECK = Duration.ofSeconds(12);

	/** Without wake-ups, half of them would be handled later. */
	private static final Duration PROMPTLY = Duration.ofSeconds(2);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final CommandCounts counts = new CommandCounts(this.space.template());

	private final AtomicInteger reserves = new AtomicInteger();

	private final Set<String> handled = ConcurrentHashMap.newKeySet();

	private final Instance instance = Instance.named("application")
		.decorator(this::countingReserves)
		.on(this.redis.port(), this.space.namespace());

	private final DelayListenerRegistry registry = new DelayListenerRegistry(
			new DelayListenerContainerFactory(this.instance.store(), DelayListenerContainerOptions.defaults()));

	@AfterEach
	void close() {
		this.registry.destroy();
		this.instance.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void hundredIdleTopicsUseLittleCpuAndDeliverAtOnce() {
		long start = System.nanoTime();
		IntStream.range(0, TOPICS)
			.mapToObj((i) -> new DelayListenerEndpoint("listener-" + i, topic(i), ListenerSettings.none(),
					(job, context) -> this.handled.add(context.topic())))
			.forEach(this.registry::register);
		this.registry.start();
		awaitAsleep();
		int reservesBefore = this.reserves.get();
		Duration cpuBefore = cpuTime();
		await().pollDelay(IDLE).until(() -> true);
		Duration cpu = cpuTime().minus(cpuBefore);
		boolean checked = System.nanoTime() - start > FIRST_SAFETY_CHECK.toNanos();
		assertThat(this.reserves.get() - reservesBefore).isBetween(0, checked ? TOPICS : 0);
		assertThat(cpu).isLessThan(Duration.ofMillis(250));
		this.instance.template()
			.submitAll(IntStream.range(0, TOPICS).mapToObj((i) -> Job.to(topic(i)).build()).toList());
		await().atMost(PROMPTLY).until(() -> this.handled.size() == TOPICS);
	}

	private static String topic(int number) {
		return "topic-" + number;
	}

	private JobStore countingReserves(JobStore store) {
		return new ForwardingJobStore(store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				ManyTopicsTests.this.reserves.incrementAndGet();
				return super.reserve(request);
			}

		};
	}

	/**
	 * What all threads of all containers have used.
	 */
	private static Duration cpuTime() {
		ThreadMXBean threads = ManagementFactory.getThreadMXBean();
		return Duration.ofNanos(Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("delay-"))
			.mapToLong((thread) -> Math.max(0, threads.getThreadCpuTime(thread.getId())))
			.sum());
	}

	/**
	 * Wait until the containers have looked for the last time before they sleep, which
	 * they do once their wake-ups are confirmed.
	 */
	private void awaitAsleep() {
		AtomicLong seen = new AtomicLong(-1);
		await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(300)).until(() -> {
			Map<String, Long> calls = this.counts.calls();
			long looks = calls.getOrDefault("evalsha", 0L);
			return calls.getOrDefault("subscribe", 0L) >= TOPICS && seen.getAndSet(looks) == looks;
		});
	}

}
