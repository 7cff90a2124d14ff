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

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests how the counters of a partition are stored. {@code ThroughputContract} tests what
 * is counted.
 */
class CounterScriptTests extends ScriptTests {

	private static final int SLOTS = 60 + 96;

	private static final int SLOT_BYTES = 36;

	private final String key = this.bench.space().key(ScriptBench.TOPIC, "counters");

	@ParameterizedTest
	@ValueSource(strings = { "SUBMIT", "SUBMIT_NEW" })
	void countsOfTheMinuteAreFields(RedisScript script) {
		submit(script, "a");
		submit(script, "b");
		assertThat(fields()).isEqualTo(Map.of(minute() + "s", "2"));
	}

	@Test
	void eachCounterHasItsLetter() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD, "d", RECORD), "waiting",
				of("d", at(-5)), "reserved", of("a", at(20), "b", at(20), "c", at(20)), "leases",
				of("a", lease("h/p:1;1;5;20", -3), "b", lease("h/p:1;1;5;20", -3), "c", lease("h/p:1;1;5;20", -3))));
		this.bench.run(RedisScript.ACK, "a", "h/p:1");
		this.bench.run(RedisScript.BURY, "b", "h/p:1", "h", "boom");
		this.bench.run(RedisScript.CANCEL, "", "c");
		this.bench.run(RedisScript.RESERVE, "h/p:2", 10, 30_000, 5, 262_144, "pull", 0, 0);
		assertThat(fields()).isEqualTo(Map.of(minute() + "d", "1", minute() + "f", "1", minute() + "b", "1",
				minute() + "c", "1", minute() + "h", "1", minute() + "l", "5"));
	}

	@Test
	void theFirstCountOfAMinuteMovesTheEarlierOnesToThePast() {
		submit(RedisScript.SUBMIT, "a");
		long first = minute();
		this.bench.clock().advance(Duration.ofMinutes(1));
		submit(RedisScript.SUBMIT, "b");
		assertThat(fields()).containsOnlyKeys(minute() + "s", "past");
		ByteBuffer past = past();
		assertThat(past.remaining()).isEqualTo(SLOTS * SLOT_BYTES);
		assertSlot(past, (int) (first % 60), first);
		assertSlot(past, 60 + (int) (first / 15 % 96), first / 15);
		for (int i = 0; i < past.capacity(); i++) {
			assertThat(past.get(i)).as("Byte %d", i).isZero();
		}
	}

	// Checks that one job was submitted and nothing else happened, then clears the slot.
	private static void assertSlot(ByteBuffer past, int slot, long number) {
		past.position(slot * SLOT_BYTES);
		assertThat(past.getInt()).isEqualTo((int) number);
		assertThat(past.getInt()).isEqualTo(1);
		past.position(slot * SLOT_BYTES).put(new byte[8]);
	}

	@Test
	void aPastThatCannotBeReadIsReplaced() {
		template().opsForHash().put(this.key, "past", "1;2;3");
		submit(RedisScript.SUBMIT, "a");
		assertThat(throughput()).containsEntry(minute() + "s", "1");
		this.bench.clock().advance(Duration.ofMinutes(1));
		submit(RedisScript.SUBMIT, "b");
		assertThat(past().remaining()).isEqualTo(SLOTS * SLOT_BYTES);
	}

	@Test
	void fieldsOfOtherVersionsAreKept() {
		template().opsForHash().put(this.key, "17", "x");
		template().opsForHash().put(this.key, "17sx", "x");
		submit(RedisScript.SUBMIT, "a");
		this.bench.clock().advance(Duration.ofMinutes(1));
		submit(RedisScript.SUBMIT, "b");
		assertThat(fields()).containsOnlyKeys("17", "17sx", "past", minute() + "s");
	}

	@Test
	void aKeyOfAnotherTypeStopsNoScript() {
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
	void scriptsThatChangeNothingCountNothing() {
		this.bench.run(RedisScript.ACK, "a", "h/p:1");
		this.bench.run(RedisScript.FAIL, "a", "h/p:1", "+5", "h", "boom");
		this.bench.run(RedisScript.CANCEL, "", "a");
		this.bench.run(RedisScript.RESERVE, "h/p:1", 10, 30_000, 5, 262_144, "pull", 0, 0);
		assertThat(template().hasKey(this.key)).isFalse();
	}

	@Test
	void aDayTakesAFewKilobytes() {
		for (int minute = 0; minute < 24 * 60; minute++) {
			this.bench.clock().advance(Duration.ofMinutes(1));
			submit(RedisScript.SUBMIT, "job-" + minute);
			this.bench.run(RedisScript.CANCEL, "", "job-" + minute);
		}
		Long bytes = template().execute(org.springframework.data.redis.core.script.RedisScript
			.of("return redis.call('MEMORY', 'USAGE', KEYS[1])", Long.class), List.of(this.key));
		assertThat(bytes).isBetween(5_616L, 8_192L);
	}

	private void submit(RedisScript script, String id) {
		assertThat(this.bench.run(script, id, "+0", "0", RECORD)).hasSize(3);
	}

	private long minute() {
		return Math.floorDiv(now(), 60_000);
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

	private ByteBuffer past() {
		return ByteBuffer.wrap(template().execute((RedisCallback<byte[]>) (connection) -> connection.hashCommands()
			.hGet(this.key.getBytes(StandardCharsets.UTF_8), "past".getBytes(StandardCharsets.UTF_8))));
	}

	private StringRedisTemplate template() {
		return this.bench.space().template();
	}

}
