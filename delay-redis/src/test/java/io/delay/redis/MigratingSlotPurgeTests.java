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

import java.util.Map;
import java.util.Set;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.redis.script.RedisScript;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;
import io.delay.test.redis.SlotMigration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that a purge at once loses no job in a slot that is being migrated, where Redis
 * refuses commands for keys that the script has deleted before.
 */
@Tag("thorough")
@Timeout(60)
class MigratingSlotPurgeTests {

	@Test
	void theOtherJobsRemain() {
		String record = ScriptTests.RECORD;
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start(3, 0);
				ScriptBench bench = new ScriptBench(RedisSpace.of(cluster))) {
			String later = Long.toString(bench.now() + 60_000);
			// All keys exist, so that Redis runs scripts in the slot
			bench.seed(Map.of("meta", Map.of("priorities", "1"), "jobs",
					Map.of("a", record, "b", record, "r", record, "f", record, "h", record, "l", record), "waiting",
					Map.of("a", later, "b", later), "waiting-high", Map.of("h", "1"), "waiting-low", Map.of("l", "1"),
					"reserved", Map.of("r", later), "leases", Map.of("r", "h/p:1;1;5;20;1;1"), "failed",
					Map.of("f", "1"), "failures", Map.of("f", "1;3;1;h\nboom"), "counters", Map.of("1s", "1")));
			Map<String, Map<String, String>> before = bench.contents();
			int slot = SlotHash.getSlot(bench.space().key(ScriptBench.TOPIC, "jobs"));
			RedisNode master = cluster.master(slot);
			SlotMigration migration = cluster.migration(slot,
					cluster.masters().stream().filter((node) -> node != master).findFirst().orElseThrow());
			migration.begin();
			assertThatThrownBy(() -> bench.run(RedisScript.PURGE_AT_ONCE, "1")).hasStackTraceContaining("TRYAGAIN");
			assertThat(bench.contents()).isEqualTo(before);
			migration.run();
			assertThat(bench.run(RedisScript.PURGE_AT_ONCE, "1")).containsExactly(2L);
			assertThat(bench.contents().get("jobs").keySet()).isEqualTo(Set.of("r", "f", "h", "l"));
			assertThat(bench.contents().get("waiting-high")).isEqualTo(Map.of("h", "1"));
		}
	}

}
