// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.redis.RedisSpace;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;
import io.delay.test.redis.SlotMigration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that scripts lose no job in a slot that is being migrated, although all of their
 * keys exist. Redis refuses commands there for keys whose last entry the script has
 * removed before.
 */
@Tag("thorough")
@Timeout(60)
class MigratingSlotTests {

	private static final String RECORD = ScriptTests.RECORD;

	private static EmbeddedRedisCluster cluster;

	@BeforeAll
	static void startCluster() {
		cluster = EmbeddedRedisCluster.start(3, 0);
	}

	@AfterAll
	static void stopCluster() {
		cluster.close();
	}

	@Test
	void otherJobsRemainAfterAPurge() {
		test(Map.of(), RedisScript.PURGE_AT_ONCE, List.of("1"), (reply, contents) -> {
			assertThat(reply).containsExactly(1L);
			assertThat(contents.get("jobs").keySet()).containsOnly("r", "f", "h", "l");
			assertThat(contents.get("waiting-high")).containsOnlyKeys("h");
		});
	}

	@Test
	void theOnlyWaitingJobIsReplaced() {
		test(Map.of(), RedisScript.SUBMIT, List.of("w", "+0", "1", RECORD, "n", "+0", "0", RECORD),
				(reply, contents) -> {
					assertThat(contents.get("waiting")).containsOnlyKeys("w", "n");
					assertThat(contents.get("jobs")).containsKeys("w", "n");
				});
	}

	@Test
	void allReservedJobsAreDeliveredAgain() {
		List<String> reserve = List.of("t", "9", "1000", "3", "1000000", "pull", "0", "0");
		test(Map.of("reserved", Map.of("r", "1")), RedisScript.RESERVE, reserve,
				(reply, contents) -> assertThat(contents.get("reserved")).containsOnlyKeys("r", "h", "l"));
	}

	@Test
	void theOnlyReservedJobFailsAndWaits() {
		test(Map.of(), RedisScript.FAIL, List.of("r", "h/p:1", "+5", "h", "boom", "", "w", "h/p:1", "+5", "h", "x", ""),
				(reply, contents) -> {
					assertThat(reply).containsExactly(1L, 0L);
					assertThat(contents.get("waiting")).containsOnlyKeys("w", "r");
				});
	}

	@Test
	void leaseIsCheckedAndExtendedAlthoughOtherKeysAreMissing() {
		try (ScriptBench bench = new ScriptBench(RedisSpace.of(cluster))) {
			bench.seed(Map.of("jobs", Map.of("r", RECORD), "reserved", Map.of("r", Long.toString(bench.now() + 10)),
					"leases", Map.of("r", "h/p:1;1;5;20;1;1")));
			SlotMigration migration = migration(bench);
			migration.begin();
			assertThat(bench.run(RedisScript.CHECK, "r", "h/p:1")).containsExactly(1L);
			assertThat(bench.run(RedisScript.TOUCH, "r", "h/p:1", "60000", "0")).containsExactly(1L);
			migration.run();
			assertThat(bench.contents().get("reserved")).isEqualTo(Map.of("r", Long.toString(bench.now() + 60_000)));
		}
	}

	private static SlotMigration migration(ScriptBench bench) {
		int slot = SlotHash.getSlot(bench.space().key(ScriptBench.TOPIC, "jobs"));
		RedisNode master = cluster.master(slot);
		return cluster.migration(slot,
				cluster.masters().stream().filter((node) -> node != master).findFirst().orElseThrow());
	}

	/**
	 * All keys exist, and each of them has one entry, except the records.
	 * @param other contents of keys that differ
	 * @param script the script to run before, and after, the slot was migrated
	 * @param arguments its arguments
	 * @param afterwards gets the reply and the contents after the slot was migrated
	 */
	private static void test(Map<String, Map<String, String>> other, RedisScript script, List<String> arguments,
			BiConsumer<List<Object>, Map<String, Map<String, String>>> afterwards) {
		try (ScriptBench bench = new ScriptBench(RedisSpace.of(cluster))) {
			String later = Long.toString(bench.now() + 60_000);
			Map<String, Map<String, String>> seed = new HashMap<>(Map.of("meta", Map.of("priorities", "1"), "jobs",
					Map.of("w", RECORD, "r", RECORD, "f", RECORD, "h", RECORD, "l", RECORD), "waiting",
					Map.of("w", later), "waiting-high", Map.of("h", "1"), "waiting-low", Map.of("l", "1"), "reserved",
					Map.of("r", later), "leases", Map.of("r", "h/p:1;1;5;20;1;1"), "failed", Map.of("f", "1"),
					"failures", Map.of("f", "1;3;1;h\nboom"), "counters", Map.of("1s", "1")));
			seed.putAll(other);
			bench.seed(seed);
			Map<String, Map<String, String>> before = bench.contents();
			SlotMigration migration = migration(bench);
			migration.begin();
			assertThatThrownBy(() -> bench.run(script, arguments.toArray())).hasStackTraceContaining("TRYAGAIN");
			assertThat(bench.contents()).isEqualTo(before);
			migration.run();
			List<Object> reply = bench.run(script, arguments.toArray());
			afterwards.accept(reply, bench.contents());
		}
	}

}
