/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.redis;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the scripts about those who look for jobs, on keys seeded by hand: poller a
 * was seen 2 s ago and has said nothing, b 5 s ago.
 */
class ConsumerScriptTests {

	private static final int EXPIRY = 10_000;

	private static final String CHANNEL = "test:nobody";

	private final ScriptBench bench = new ScriptBench();

	private final StringRedisTemplate redis = this.bench.space().template();

	private final String pollers = this.bench.space().key(ScriptBench.TOPIC, "pollers");

	private final String consumers = this.bench.space().key(ScriptBench.TOPIC, "consumers");

	@BeforeEach
	void seed() {
		this.redis.opsForZSet().add(this.pollers, "a", now() - 2000);
		this.redis.opsForZSet().add(this.pollers, "b", now() - 5000);
		this.redis.opsForHash().put(this.consumers, "b", "77 says b");
	}

	@AfterEach
	void close() {
		this.bench.close();
	}

	@Test
	void whoJoinsIsSeenNowAndTellsItsPlace() {
		assertThat(join("ab", "says ab", 500)).containsExactly(1L, 3L);
		assertThat(seen()).isEqualTo(Map.of("a", -2000L, "b", -5000L, "ab", 0L));
		assertThat(said()).isEqualTo(Map.of("b", "77 says b", "ab", now() + " says ab"));
	}

	@Test
	void whoJoinsAgainKeepsItsBeginning() {
		assertThat(join("b", "says more", 500)).containsExactly(1L, 2L);
		assertThat(seen()).isEqualTo(Map.of("a", -2000L, "b", 0L));
		assertThat(said()).isEqualTo(Map.of("b", "77 says more"));
	}

	@Test
	void whoSaysNothingIsKnownByWhatItSaidBefore() {
		join("a", "", 500);
		join("b", "", 500);
		assertThat(seen()).isEqualTo(Map.of("a", 0L, "b", 0L));
		assertThat(said()).isEqualTo(Map.of("b", "77 says b"));
	}

	@Test
	void whoIsNotSeenAgainIsForgotten() {
		this.redis.opsForZSet().add(this.pollers, "old", now() - EXPIRY);
		this.redis.opsForHash().put(this.consumers, "old", "7 says old");
		assertThat(join("a", "", 500)).containsExactly(0L, 2L);
		assertThat(seen()).containsOnlyKeys("a", "b");
		assertThat(said()).containsOnlyKeys("b");
	}

	@Test
	void noMoreThanTheMostAreKept() {
		join("a", "says a", 1);
		assertThat(seen()).containsEntry("a", 0L);
		assertThat(said()).isEqualTo(Map.of("b", "77 says b"));
		join("b", "says more", 1);
		assertThat(said()).isEqualTo(Map.of("b", "77 says more"));
	}

	@Test
	void whoIsNoPollerAnyMoreGivesWayOnceTheMostAreReached() {
		this.redis.opsForHash().put(this.consumers, "evicted", "7 says evicted");
		join("a", "says a", 3);
		assertThat(said()).containsOnlyKeys("a", "b", "evicted");
		join("c", "says c", 3);
		assertThat(said()).isEqualTo(Map.of("a", now() + " says a", "b", "77 says b", "c", now() + " says c"));
		join("d", "says d", 3);
		assertThat(said()).containsOnlyKeys("a", "b", "c");
	}

	@Test
	void whoWasEvictedWithAllPollersComesBackWhenItJoins() {
		this.redis.opsForHash().put(this.consumers, "a", "7 says a");
		this.redis.delete(this.pollers);
		join("b", "says b", 2);
		assertThat(said()).isEqualTo(Map.of("a", "7 says a", "b", "77 says b"));
		join("c", "says c", 2);
		assertThat(said()).isEqualTo(Map.of("b", "77 says b", "c", now() + " says c"));
		assertThat(this.bench.runOnPollers(RedisScript.CONSUMERS, EXPIRY)).containsExactly("b", now(), "77 says b", "c",
				now(), now() + " says c");
	}

	@Test
	void nothingOutlivesThoseWhoJoined() {
		join("a", "says a", 500);
		assertThat(this.redis.getExpire(this.pollers)).isBetween(1L, EXPIRY / 1000L);
		assertThat(this.redis.getExpire(this.consumers)).isBetween(1L, EXPIRY / 1000L);
	}

	@Test
	void whoLeavesIsGone() {
		this.bench.runOnPollers(RedisScript.LEAVE, CHANNEL, "b");
		assertThat(seen()).containsOnlyKeys("a");
		assertThat(said()).isEmpty();
		this.bench.runOnPollers(RedisScript.LEAVE, CHANNEL, "unknown");
		assertThat(seen()).containsOnlyKeys("a");
	}

	@Test
	void consumersAreThoseWhoHaveSaidSomethingAndWereSeen() {
		this.redis.opsForZSet().add(this.pollers, "old", now() - EXPIRY);
		this.redis.opsForHash().put(this.consumers, "old", "7 says old");
		this.redis.opsForHash().put(this.consumers, "never seen", "7 says never");
		assertThat(this.bench.runOnPollers(RedisScript.CONSUMERS, EXPIRY)).containsExactly("b", now() - 5000,
				"77 says b");
		assertThat(this.bench.run(RedisScript.STATUS, EXPIRY)).element(7).isEqualTo(2L);
		assertThat(seen()).containsOnlyKeys("a", "b", "old");
		assertThat(said()).containsOnlyKeys("b", "old", "never seen");
	}

	private List<Object> join(String poller, String text, int most) {
		return this.bench.runOnPollers(RedisScript.JOIN, CHANNEL, poller, EXPIRY, text, most);
	}

	private long now() {
		return this.bench.now();
	}

	private Map<String, Long> seen() {
		return this.redis.opsForZSet()
			.rangeWithScores(this.pollers, 0, -1)
			.stream()
			.collect(Collectors.toMap((entry) -> entry.getValue(), (entry) -> entry.getScore().longValue() - now()));
	}

	private Map<Object, Object> said() {
		return this.redis.opsForHash().entries(this.consumers);
	}

}
