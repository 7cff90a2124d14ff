// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.admin.DelayAdmin;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.test.redis.RedisForTests;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many instances on one topic are no herd, and nobody notices who comes or goes.
 */
@Tag("thorough")
class ManyInstancesTests {

	private static final int INSTANCES = 8;

	private static final Duration SOON = Duration.ofSeconds(10);

	private final RedisSpace space = RedisSpace.shared();

	private final List<Instance> instances = new ArrayList<>();

	private final AtomicInteger emptyReserves = new AtomicInteger();

	private final Map<String, AtomicInteger> handled = new ConcurrentHashMap<>();

	@AfterEach
	void close() {
		this.instances.forEach(Instance::close);
		this.space.close();
	}

	@Test
	void eachInstanceReadsUnnecessarilyAtMostOnceForAJobAndAllReceiveJobs() throws Exception {
		start(INSTANCES);
		int jobs = 60;
		this.emptyReserves.set(0);
		for (int i = 0; i < jobs; i++) {
			this.instances.get(0).template().submit("orders", "job", Duration.ofMillis(1000 + 100 * i));
		}
		await().atMost(SOON.plusSeconds(10)).until(() -> handled() == jobs);
		// Two more each for what is told of at first, and for those who come and go
		assertThat(this.emptyReserves.get()).isLessThanOrEqualTo((jobs + 2) * INSTANCES);
		assertThat(this.handled).hasSizeGreaterThanOrEqualTo(INSTANCES - 2);
		assertThat(this.handled.values()).allMatch((count) -> count.get() <= jobs / 2);
	}

	@Test
	void instancesThatStopDoNotDelayJobs() throws Exception {
		start(3);
		this.instances.remove(2).close();
		this.instances.remove(1).close();
		AtomicInteger late = new AtomicInteger();
		for (int i = 0; i < 20; i++) {
			int before = handled();
			long submittedAt = System.nanoTime();
			this.instances.get(0).template().submit("orders", "job", Duration.ZERO);
			await().pollInterval(Duration.ofMillis(1)).atMost(SOON).until(() -> handled() > before);
			late.addAndGet((System.nanoTime() - submittedAt > Duration.ofSeconds(1).toNanos()) ? 1 : 0);
		}
		assertThat(late).hasValue(0);
	}

	private void start(int count) {
		for (int i = 0; i < count; i++) {
			String name = "instance-" + i;
			Instance instance = Instance.named(name).decorator((store) -> new ForwardingJobStore(store) {

				@Override
				public ReserveResult reserve(ReserveRequest request) {
					ReserveResult result = super.reserve(request);
					if (result.jobs().isEmpty()) {
						ManyInstancesTests.this.emptyReserves.incrementAndGet();
					}
					return result;
				}

			}).on(RedisForTests.shared().port(), this.space.namespace());
			this.instances.add(instance);
			instance.listen("orders", ListenerSettings.builder().concurrency(4), (job,
					context) -> this.handled.computeIfAbsent(name, (key) -> new AtomicInteger()).incrementAndGet());
		}
		DelayAdmin admin = this.instances.get(0).admin();
		await().atMost(SOON).until(() -> admin.topics().consumers("orders").size() == count);
		// Who has come is noticed when the others are announced again
		Instant announcedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
		admin.topics().consumers("orders").forEach((consumer) -> announce(consumer.consumer()));
		await().atMost(SOON)
			.until(() -> admin.topics()
				.consumers("orders")
				.stream()
				.noneMatch((seen) -> seen.lastSeen().isBefore(announcedAt)));
	}

	private void announce(ConsumerRegistration consumer) {
		this.instances.get(Integer.parseInt(consumer.origin().host().replace("instance-", "")))
			.store()
			.announce(consumer);
	}

	private int handled() {
		return this.handled.values().stream().mapToInt(AtomicInteger::get).sum();
	}

}
