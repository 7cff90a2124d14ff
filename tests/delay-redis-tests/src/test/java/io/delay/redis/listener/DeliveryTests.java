// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.job.Job;
import io.delay.job.SubmitResult;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Delivery;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.StoreClock;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two instances share a topic: no job is early, and none is handled twice.
 */
@Tag("versions")
class DeliveryTests {

	private static final String TOPIC = "orders";

	private static final Duration TTR = Duration.ofMinutes(5);

	private final RedisSpace space = RedisSpace.shared();

	private final StoreClock clock = new StoreClock(this.space.template());

	private final Instance first = instance("first");

	private final Instance second = instance("second");

	private Instance instance(String name) {
		return Instance.named(name).on(RedisForTests.shared().port(), this.space.namespace());
	}

	@AfterEach
	void close() {
		this.second.close();
		this.first.close();
		this.space.close();
	}

	@Test
	void noJobIsHandledBeforeItsTime() {
		Delivery.Log log = new Delivery.Log(this.clock);
		listen((job, context) -> log.add("any", context));
		Random random = new Random(4711);
		Map<String, Instant> earliest = new HashMap<>();
		for (int i = 0; i < 500; i++) {
			Duration delay = Duration.ofMillis(1 + random.nextInt(1500));
			Instant submittedAt = this.clock.now();
			SubmitResult result = this.first.template().submit(TOPIC, "payload", delay);
			assertThat(result.dueTime()).isAfterOrEqualTo(submittedAt.plus(delay));
			earliest.put(result.id(), result.dueTime());
		}
		await().atMost(Duration.ofSeconds(10)).until(() -> log.all().size() >= 500);
		List<Duration> lateness = new ArrayList<>();
		for (Delivery delivery : log.all()) {
			assertThat(delivery.visibleSince()).isEqualTo(earliest.get(delivery.id()));
			assertThat(delivery.startedAt()).isAfterOrEqualTo(delivery.visibleSince());
			lateness.add(Duration.between(delivery.visibleSince(), delivery.startedAt()));
		}
		lateness.sort(null);
		System.out.println("Lateness of 500 jobs: p50 " + lateness.get(250) + ", p99 " + lateness.get(495));
		assertThat(log.ids()).isEqualTo(earliest.keySet());
	}

	@Test
	void jobIsHandledOnceAndNeverTwiceAtTheSameTime() {
		Set<String> running = ConcurrentHashMap.newKeySet();
		AtomicBoolean atTheSameTime = new AtomicBoolean();
		HandledJobs handled = new HandledJobs();
		listen((job, context) -> {
			if (!running.add(context.id())) {
				atTheSameTime.set(true);
			}
			handled.handler("any").handle(job, context);
			running.remove(context.id());
		});
		List<Job> jobs = IntStream.range(0, 2000).mapToObj((i) -> Job.to(TOPIC).payload("payload").build()).toList();
		Set<String> ids = this.first.template()
			.submitAll(jobs)
			.stream()
			.map(SubmitResult::id)
			.collect(Collectors.toSet());
		await().atMost(Duration.ofSeconds(10)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
		assertThat(handled.ids()).isEqualTo(ids);
		assertThat(handled.calls()).hasSize(2000).extracting(HandledJobs.Call::attempt).containsOnly(1);
		assertThat(atTheSameTime).isFalse();
	}

	private void listen(JobHandler handler) {
		ListenerSettings.Builder settings = ListenerSettings.builder().concurrency(16).ttr(TTR);
		this.first.listen(TOPIC, settings, handler);
		this.second.listen(TOPIC, settings, handler);
	}

}
