// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.job.Job;
import io.delay.job.SubmitResult;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Delivery;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.StoreClock;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An instance that is killed in mid-job loses nothing.
 */
@Tag("thorough")
class KilledInstanceTests {

	private static final String TOPIC = "orders";

	private static final Duration TTR = Duration.ofSeconds(10);

	private static final Duration TOLERANCE = Duration.ofMillis(500);

	private final RedisSpace space = RedisSpace.shared();

	private final Delivery.Log log = new Delivery.Log(new StoreClock(this.space.template()));

	private final int port = RedisForTests.shared().port();

	private final Instance survivor = Instance.named("survivor").on(this.port, this.space.namespace());

	@AfterEach
	void close() {
		this.survivor.close();
		this.space.close();
	}

	@Test
	void anotherInstanceReceivesTheJobsOfAKilledOneWithinTtrAndHalfASecond() throws Exception {
		Set<String> heldByChild = submit(4);
		Set<String> others;
		try (ChildProcess child = ChildProcess.start(this.port, this.space.namespace(), TOPIC, 4, TTR)) {
			await().atMost(Duration.ofSeconds(20)).until(() -> child.held().size() == 4);
			this.survivor.listen(TOPIC, ListenerSettings.builder().concurrency(2),
					(job, context) -> this.log.add("survivor", context));
			// The store knows by then that the handlers have begun
			await().atMost(TTR)
				.untilAsserted(() -> assertThat(this.space.contents(TOPIC).get("leases").values())
					.allSatisfy((lease) -> assertThat(lease).endsWith(";s")));
			others = submit(20);
			child.kill();
			await().atMost(TTR.plusSeconds(5)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
			assertThat(child.held()).containsOnlyKeys(heldByChild);
			child.held().forEach((id, deadline) -> {
				Delivery delivery = this.log.of(id).get(0);
				assertThat(delivery.attempt()).isEqualTo(2);
				assertThat(delivery.startedAt()).isBetween(deadline, deadline.plus(TOLERANCE));
			});
		}
		Map<String, Long> once = new HashMap<>();
		heldByChild.forEach((id) -> once.put(id, 1L));
		others.forEach((id) -> once.put(id, 1L));
		assertThat(this.log.countById()).isEqualTo(once);
	}

	private Set<String> submit(int count) {
		Set<String> ids = new TreeSet<>();
		this.survivor.template()
			.submitAll(IntStream.range(0, count).mapToObj((i) -> Job.to(TOPIC).payload("payload").build()).toList())
			.stream()
			.map(SubmitResult::id)
			.forEach(ids::add);
		return ids;
	}

}
