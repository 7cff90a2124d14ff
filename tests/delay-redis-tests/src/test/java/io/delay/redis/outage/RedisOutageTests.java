// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.listener.ListenerSettings;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.SubmitLoad;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Redis goes away under load and comes back with its append-only file.
 */
@Tag("thorough")
class RedisOutageTests {

	private static final String TOPIC = "orders";

	private static final Duration LOAD = Duration.ofSeconds(1);

	private static final Duration OUTAGE = Duration.ofSeconds(10);

	private static final Duration GOES_ON = Duration.ofSeconds(2);

	private static final Duration TTR = Duration.ofSeconds(30);

	private final EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes", "appendfsync always");

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final HandledJobs handled = new HandledJobs();

	private final SubmitLoad load = new SubmitLoad(TOPIC);

	private final Instance first = instance("first");

	private final Instance second = instance("second");

	private final Instance late = instance("late");

	private Instance instance(String name) {
		return Instance.named(name).on(this.redis.port(), this.space.namespace());
	}

	@AfterEach
	void close() throws InterruptedException {
		this.load.close();
		List.of(this.late, this.second, this.first).forEach(Instance::close);
		this.space.close();
		this.redis.close();
	}

	@Test
	void submittedJobsAreHandledAtOnceAfterAnOutage() throws Exception {
		listen(this.first, "first");
		listen(this.second, "second");
		for (int i = 0; i < 2; i++) {
			this.load.start("first-" + i, this.first.template());
			this.load.start("second-" + i, this.second.template());
		}
		pass(LOAD);
		this.redis.stop();
		listen(this.late, "late");
		this.load.start("late", this.late.template());
		pass(OUTAGE);
		Set<String> refusedInOutage = new HashSet<>(this.load.refused().keySet());
		this.redis.restart();
		long back = System.nanoTime();
		await().atMost(Duration.ofSeconds(10))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> List.of("first", "second", "late")
				.stream()
				.allMatch((instance) -> this.handled.hasHandled(instance, back)));
		Duration goneOn = Duration.ofNanos(System.nanoTime() - back);
		pass(LOAD);
		this.load.close();
		await().atMost(Duration.ofSeconds(10)).until(() -> this.handled.ids().containsAll(this.load.stored()));
		await().atMost(Duration.ofSeconds(5)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
		System.out.println(
				"Outage: stored " + this.load.stored().size() + ", unknown " + this.load.unknown().size() + ", refused "
						+ this.load.refused().size() + ", calls " + this.handled.calls().size() + ", gone on after "
						+ goneOn.toMillis() + " ms, slowest submit " + this.load.slowest().toMillis() + " ms");
		assertThat(goneOn).isLessThan(GOES_ON);
		assertThat(refusedInOutage).isNotEmpty();
		assertThat(this.load.refused().values())
			.allSatisfy((failure) -> assertThat(failure).isInstanceOf(RedisConnectionFailureException.class));
		assertThat(this.load.slowest()).isLessThan(Duration.ofSeconds(3));
		assertThat(this.handled.calls()).extracting(HandledJobs.Call::attempt).containsOnly(1);
		assertThat(Collections.disjoint(this.handled.ids(), this.load.refused().keySet())).isTrue();
	}

	private void listen(Instance instance, String name) {
		instance.listen(TOPIC, ListenerSettings.builder().concurrency(4).ttr(TTR), this.handled.handler(name));
	}

	private static void pass(Duration time) {
		await().pollDelay(time).atMost(time.plusSeconds(5)).until(() -> true);
	}

}
