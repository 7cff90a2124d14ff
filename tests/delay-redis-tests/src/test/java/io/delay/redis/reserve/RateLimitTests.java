// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.job.Job;
import io.delay.job.RateLimit;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.JobStore;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.test.redis.RedisForTests;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Instances with a rate limit reach the rate together, do not exceed it, and do not poll
 * in between.
 */
@Tag("thorough")
class RateLimitTests {

	private static final String TOPIC = "orders";

	private static final int INSTANCES = 3;

	private static final int JOBS = 600;

	private final List<Instance> instances = new ArrayList<>();

	/** When handlers have started, as System.nanoTime(). */
	private final Queue<Long> starts = new ConcurrentLinkedQueue<>();

	private final AtomicInteger reserves = new AtomicInteger();

	private RedisSpace space;

	@AfterEach
	void close() {
		this.instances.forEach(Instance::close);
		this.space.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 4 })
	void instancesTogetherReachTheRateWithoutExceedingIt(int partitions) {
		start(partitions, "200/s");
		long submittedAt = System.nanoTime();
		submit(JOBS);
		await().atMost(Duration.ofSeconds(20)).until(() -> this.starts.size() == JOBS);
		List<Long> starts = this.starts.stream().sorted().toList();
		for (int i = 0; i < JOBS; i++) {
			long earliest = Duration.ofMillis(5L * (i + 1) - 1000).toNanos();
			assertThat(starts.get(i) - submittedAt).as("start %d", i).isGreaterThanOrEqualTo(earliest);
		}
		// Each instance polls once per 10 ms, or once it has handled what it has
		long millis = Duration.ofNanos(starts.get(JOBS - 1) - submittedAt).toMillis();
		assertThat(this.reserves.get()).isLessThanOrEqualTo((int) (INSTANCES * (millis / 10 + 10) + JOBS));
	}

	@Test
	void instancesDoNotPollBeforeTheNextPermit() {
		start(1, "1/m");
		submit(10);
		await().atMost(Duration.ofSeconds(10)).until(() -> this.starts.size() == 1);
		// Both the end of the first job and its submit can make an instance poll
		await().during(Duration.ofSeconds(2))
			.atMost(Duration.ofSeconds(3))
			.until(() -> this.reserves.get() <= 4 * INSTANCES);
		int before = this.reserves.get();
		submit(10);
		submit(10);
		await().during(Duration.ofSeconds(2))
			.atMost(Duration.ofSeconds(3))
			.until(() -> this.reserves.get() <= before + 2 * INSTANCES);
		assertThat(this.starts).hasSize(1);
	}

	private void start(int partitions, String rateLimit) {
		this.space = RedisSpace.shared(partitions);
		for (int i = 0; i < INSTANCES; i++) {
			Instance instance = Instance.named("instance-" + i)
				.partitions(partitions)
				.decorator(this::counted)
				.on(RedisForTests.shared().port(), this.space.namespace());
			this.instances.add(instance);
			instance.listen(TOPIC, ListenerSettings.builder().concurrency(4).rateLimit(RateLimit.of(rateLimit)),
					(job, context) -> this.starts.add(System.nanoTime()));
		}
		String consumers = this.space.key(TOPIC, "consumers");
		await().atMost(Duration.ofSeconds(10))
			.until(() -> this.space.template().opsForHash().size(consumers) == INSTANCES);
	}

	private JobStore counted(JobStore store) {
		return new ForwardingJobStore(store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				assertThat(request.lookAhead().isNone()).isTrue();
				RateLimitTests.this.reserves.incrementAndGet();
				return super.reserve(request);
			}

		};
	}

	private void submit(int jobs) {
		this.instances.get(0)
			.template()
			.submitAll(IntStream.range(0, jobs).mapToObj((i) -> Job.to(TOPIC).build()).toList());
	}

}
