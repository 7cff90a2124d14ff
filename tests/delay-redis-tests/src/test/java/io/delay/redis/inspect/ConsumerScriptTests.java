// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptBench;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the scripts about consumers, on a list seeded by hand: consumer b of poller p2
 * was seen 5 s ago, and guest, which does not poll at events, 2 s ago.
 */
class ConsumerScriptTests {

	private static final int EXPIRY = 10_000;

	private final ScriptBench bench = new ScriptBench();

	private final StringRedisTemplate redis = this.bench.space().template();

	private final String consumers = this.bench.space().key(ScriptBench.TOPIC, "consumers");

	private String ofB;

	private String ofGuest;

	@BeforeEach
	void seed() {
		this.ofB = put("b", 5000, "77 p2 says b");
		this.ofGuest = put("guest", 2000, "78 - says guest");
	}

	@AfterEach
	void close() {
		this.bench.close();
	}

	@Test
	void announcedConsumerIsListedAndReceivesThePlaceOfItsPoller() {
		assertThat(announce("c", "says c", 500, "p3")).containsExactly(1L, 2L);
		assertThat(list())
			.isEqualTo(Map.of("b", this.ofB, "guest", this.ofGuest, "c", now() + " " + now() + " p3 says c"));
		assertThat(announce("a", "says a", 500, "p1")).containsExactly(0L, 3L);
	}

	@Test
	void consumerThatIsAnnouncedAgainKeepsItsStart() {
		assertThat(announce("b", "says more", 500, "p2")).containsExactly(0L, 1L);
		assertThat(list()).isEqualTo(Map.of("b", now() + " 77 p2 says more", "guest", this.ofGuest));
	}

	@Test
	void consumersOfOnePollerHaveOnePlace() {
		announce("c", "says c", 500, "p2");
		assertThat(announce("d", "says d", 500, "p3")).containsExactly(1L, 2L);
		assertThat(list()).hasSize(4);
	}

	@Test
	void consumersThatDoNotPollAtEventsHaveNoPlace() {
		for (int i = 0; i < 10; i++) {
			announce("client-" + i, "says REST", 500, "-");
		}
		assertThat(announce("b", "says b", 500, "p2")).containsExactly(0L, 1L);
	}

	@Test
	void consumerThatIsNotAnnouncedAgainExpires() {
		put("old", EXPIRY, "7 p1 says old");
		this.redis.opsForHash().put(this.consumers, "odd", "nonsense");
		assertThat(announce("b", "says b", 500, "p2")).containsExactly(0L, 1L);
		assertThat(list()).containsOnlyKeys("b", "guest");
	}

	@Test
	void expiredConsumerThatIsAnnouncedAgainIsNew() {
		put("old", EXPIRY, "7 p1 says old");
		announce("old", "says more", 500, "p1");
		assertThat(list()).containsEntry("old", now() + " " + now() + " p1 says more");
	}

	@Test
	void numberOfConsumersIsLimited() {
		announce("a", "says a", 2, "p1");
		assertThat(list()).containsOnlyKeys("b", "guest");
		announce("b", "says more", 2, "p2");
		assertThat(list()).isEqualTo(Map.of("b", now() + " 77 p2 says more", "guest", this.ofGuest));
	}

	@Test
	void keysExpireWithTheirConsumers() {
		announce("a", "says a", 500, "p1");
		assertThat(this.redis.getExpire(this.consumers)).isBetween(1L, EXPIRY / 1000L);
	}

	@Test
	void deregisteredConsumerIsRemoved() {
		announce("b", "", 500, "p2");
		assertThat(list()).containsOnlyKeys("guest");
		announce("unknown", "", 500, "p2");
		assertThat(list()).containsOnlyKeys("guest");
	}

	@Test
	void announcedConsumersAreListed() {
		put("old", EXPIRY, "7 p1 says old");
		this.redis.opsForHash().put(this.consumers, "odd", "nonsense");
		assertThat(this.bench.runOnConsumers(RedisScript.CONSUMERS, EXPIRY)).containsExactlyInAnyOrder("b", this.ofB,
				"guest", this.ofGuest);
		assertThat(this.bench.run(RedisScript.STATUS, EXPIRY)).element(7).isEqualTo(2L);
		assertThat(list()).containsOnlyKeys("b", "guest", "old", "odd");
	}

	@Test
	void topicCanBeForgottenOnceNoConsumerIsListed() {
		assertThat(this.bench.run(RedisScript.FORGET_CLOSE, "1>0;1", EXPIRY)).containsExactly(0L);
		put("b", EXPIRY, "77 p2 says b");
		put("guest", EXPIRY, "78 - says guest");
		assertThat(this.bench.run(RedisScript.FORGET_CLOSE, "1>0;1", EXPIRY)).containsExactly(1L);
	}

	private String put(String consumer, long age, String rest) {
		String value = (now() - age) + " " + rest;
		this.redis.opsForHash().put(this.consumers, consumer, value);
		return value;
	}

	private List<Object> announce(String consumer, String text, int most, String poller) {
		return this.bench.runOnConsumers(RedisScript.ANNOUNCE, consumer, EXPIRY, text, most, poller);
	}

	private long now() {
		return this.bench.now();
	}

	private Map<Object, Object> list() {
		return this.redis.opsForHash().entries(this.consumers);
	}

}
