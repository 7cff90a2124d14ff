// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests how the counters of a partition are stored. {@code ThroughputContract} tests what
 * is counted.
 */
class CounterScriptTests extends ScriptTests {

	private final String key = this.bench.space().key(ScriptBench.TOPIC, "counters");

	@ParameterizedTest
	@ValueSource(strings = { "SUBMIT", "SUBMIT_NEW" })
	void countersOfAMinuteAreFields(RedisScript script) {
		submit(script, "a");
		submit(script, "b");
		assertThat(fields()).isEqualTo(Map.of(minute() + "s", "2", "quarter", quarter()));
	}

	@Test
	void eachCounterHasALetter() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD, "d", RECORD), "waiting",
				of("d", at(-5)), "reserved", of("a", at(20), "b", at(20), "c", at(20)), "leases",
				of("a", lease("h/p:1;1;5;20", -3), "b", lease("h/p:1;1;5;20", -3), "c", lease("h/p:1;1;5;20", -3))));
		this.bench.run(RedisScript.ACK, "a", "h/p:1");
		this.bench.run(RedisScript.BURY, "b", "h/p:1", "h", "boom");
		this.bench.run(RedisScript.CANCEL, "", "c");
		this.bench.run(RedisScript.RESERVE, "h/p:2", 10, 30_000, 5, 262_144, "pull", 0, 0);
		assertThat(fields()).isEqualTo(Map.of(minute() + "d", "1", minute() + "f", "1", minute() + "b", "1",
				minute() + "c", "1", minute() + "h", "1", minute() + "l", "5", "quarter", quarter()));
	}

	@Test
	void oldMinutesAreAddedUp() {
		this.bench.clock().set(Instant.parse("2026-03-01T12:14:59Z"));
		submit("a");
		this.bench.clock().advance(Duration.ofSeconds(1));
		submit("b");
		this.bench.clock().advance(Duration.ofMinutes(1));
		submit("c");
		long quarter = minute() / 15;
		String last = (minute() - 2) + "s";
		assertThat(fields())
			.isEqualTo(Map.of(last, "1", (minute() - 1) + "s", "1", minute() + "s", "1", "quarter", quarter()));
		this.bench.clock().set(Instant.parse("2026-03-01T13:14:59Z"));
		submit("d");
		assertThat(fields()).containsKeys(last);
		this.bench.clock().advance(Duration.ofSeconds(1));
		submit("e");
		assertThat(fields()).doesNotContainKey(last).containsEntry("q" + (quarter - 1) + "s", "1");
		this.bench.clock().advance(Duration.ofMinutes(15));
		submit("f");
		assertThat(fields()).containsEntry("q" + quarter + "s", "2");
	}

	@Test
	void countersAreDeletedAfterADay() {
		long quarter = minute() / 15;
		template().opsForHash()
			.putAll(this.key,
					Map.of("q" + (quarter - 96) + "s", "1", "q" + (quarter - 95) + "s", "1", "q" + (quarter + 96) + "s",
							"1", (minute() + 24 * 60) + "s", "1", (minute() + 15) + "s", "1",
							(minute() - 24 * 60) + "s", "1", "17sx", "x"));
		submit("a");
		assertThat(fields()).containsOnlyKeys("q" + (quarter - 95) + "s", minute() + "s", (minute() + 15) + "s",
				"quarter", "17sx");
	}

	@Test
	void countersExpireAfterADay() {
		submit("a");
		assertThat(template().getExpire(this.key)).isBetween(24 * 3_600L, 25 * 3_600L);
	}

	@Test
	void aKeyOfAnotherTypeDoesNotFailScripts() {
		template().opsForValue().set(this.key, "somebody else's");
		submit(RedisScript.SUBMIT_NEW, "a");
		submit(RedisScript.SUBMIT, "b");
		this.bench.run(RedisScript.RESERVE, "h/p:1", 1, 30_000, 5, 262_144, "pull", 0, 0);
		assertThat(this.bench.run(RedisScript.ACK, "a", "h/p:1")).isEqualTo(List.of(1L));
		assertThat(this.bench.run(RedisScript.CANCEL, "", "b")).isEqualTo(List.of(2L));
		assertThat(throughput()).isEmpty();
		assertThat(template().opsForValue().get(this.key)).isEqualTo("somebody else's");
	}

	@Test
	void scriptsWithoutEffectAreNotCounted() {
		this.bench.run(RedisScript.ACK, "a", "h/p:1");
		this.bench.run(RedisScript.FAIL, "a", "h/p:1", "+5", "h", "boom");
		this.bench.run(RedisScript.CANCEL, "", "a");
		this.bench.run(RedisScript.RESERVE, "h/p:1", 10, 30_000, 5, 262_144, "pull", 0, 0);
		assertThat(template().hasKey(this.key)).isFalse();
	}

	@Test
	void aDayOfTwoCountersTakesLessThan40Kilobytes() {
		for (int minute = 0; minute < 24 * 60; minute++) {
			this.bench.clock().advance(Duration.ofMinutes(1));
			submit("job-" + minute);
			this.bench.run(RedisScript.CANCEL, "", "job-" + minute);
		}
		assertThat(fields()).hasSizeBetween(2 * (60 + 91), 2 * (75 + 92) + 1);
		Long bytes = template().execute(org.springframework.data.redis.core.script.RedisScript
			.of("return redis.call('MEMORY', 'USAGE', KEYS[1])", Long.class), List.of(this.key));
		assertThat(bytes).isBetween(16_384L, 40_960L);
	}

	private void submit(String id) {
		submit(RedisScript.SUBMIT, id);
	}

	private void submit(RedisScript script, String id) {
		assertThat(this.bench.run(script, id, "+0", "0", RECORD)).hasSize(3);
	}

	private long minute() {
		return Math.floorDiv(now(), 60_000);
	}

	private String quarter() {
		return "%065d".formatted(minute() / 15);
	}

	private Map<Object, Object> fields() {
		return template().opsForHash().entries(this.key);
	}

	private Map<Object, Object> throughput() {
		List<?> reply = (List<?>) this.bench.run(RedisScript.THROUGHPUT).get(1);
		Map<Object, Object> fields = new HashMap<>();
		for (int i = 0; i < reply.size(); i += 2) {
			fields.put(reply.get(i), reply.get(i + 1));
		}
		return fields;
	}

	private StringRedisTemplate template() {
		return this.bench.space().template();
	}

}
