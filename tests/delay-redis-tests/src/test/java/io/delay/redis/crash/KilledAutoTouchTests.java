// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

import io.delay.job.Job;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Delivery;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.StoreClock;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An instance is killed while it extends the leases of handlers that run for longer than
 * their TTR: each job is delivered again when its last extension ends.
 */
@Tag("thorough")
@Timeout(60)
class KilledAutoTouchTests {

	private static final String TOPIC = "orders";

	private static final int JOBS = 20;

	private static final Duration TTR = Duration.ofSeconds(4);

	private static final Duration TOLERANCE = Duration.ofMillis(500);

	private final RedisSpace space = RedisSpace.shared();

	private final StoreClock clock = new StoreClock(this.space.template());

	private final Delivery.Log log = new Delivery.Log(this.clock);

	private final int port = RedisForTests.shared().port();

	private final Instance survivor = Instance.named("survivor").on(this.port, this.space.namespace());

	@AfterEach
	void close() {
		this.survivor.close();
		this.space.close();
	}

	@RepeatedTest(2)
	void jobsOfAKilledInstanceAreDeliveredAgainWithinTheirTtr() throws Exception {
		this.survivor.template()
			.submitAll(IntStream.range(0, JOBS)
				.mapToObj((i) -> Job.to(TOPIC).id("order-" + i).payload("1").build())
				.toList());
		Map<String, Instant> ends = killAfterExtensions();
		Instant killedAt = this.clock.now();
		this.survivor.listen(TOPIC, ListenerSettings.builder().concurrency(JOBS),
				(job, context) -> this.log.add("survivor", context));
		await().atMost(TTR.plusSeconds(5)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
		assertThat(this.log.ids()).hasSize(JOBS).isEqualTo(ends.keySet());
		assertThat(this.log.all()).hasSize(JOBS).allSatisfy((delivery) -> {
			assertThat(delivery.attempt()).isEqualTo(2);
			assertThat(delivery.redelivered()).isTrue();
			assertThat(delivery.startedAt()).isAfterOrEqualTo(ends.get(delivery.id()))
				.isBefore(killedAt.plus(TTR).plus(TOLERANCE));
		});
	}

	// Returns the ends of the leases that the killed instance had
	private Map<String, Instant> killAfterExtensions() throws Exception {
		try (ChildProcess child = ChildProcess.start(AutoTouchingWorker.class, Integer.toString(this.port),
				this.space.namespace(), TOPIC, Integer.toString(JOBS), TTR.toString())) {
			await().atMost(Duration.ofSeconds(20)).until(() -> ends().size() == JOBS);
			Instant end = Collections.max(ends().values());
			await().atMost(TTR.multipliedBy(4))
				.pollInterval(Duration.ofMillis(1))
				.until(() -> isExtendedAgain(end, ends().values()));
			child.kill();
		}
		return ends();
	}

	// All leases were extended, and one of them again after its first end
	private static boolean isExtendedAgain(Instant end, Collection<Instant> ends) {
		return Collections.min(ends).isAfter(end) && Collections.max(ends).isAfter(end.plus(TTR));
	}

	private Map<String, Instant> ends() {
		return this.space.contents(TOPIC)
			.getOrDefault("reserved", Map.of())
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey,
					(lease) -> Instant.ofEpochMilli(new BigDecimal(lease.getValue()).longValueExact())));
	}

}
