// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

import java.util.List;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link EmbeddedRedisCluster}.
 */
@Tag("thorough")
class EmbeddedRedisClusterTests {

	private static final int SLOT = SlotHash.getSlot("key");

	@Test
	void clusterFormsFailsOverAndMovesSlots() {
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start(3, 1)) {
			assertThat(cluster.nodes()).hasSize(6);
			assertThat(cluster.masters()).hasSize(3);
			RedisNode master = cluster.master("key");
			List<RedisNode> replicas = cluster.replicas(master);
			assertThat(replicas).hasSize(1).doesNotContainAnyElementsOf(cluster.masters());
			moveSlot(cluster, master);
			RedisNode owner = cluster.master("key");
			RedisNode replica = cluster.replicas(owner).get(0);
			owner.kill();
			assertThat(cluster.awaitFailover(SLOT, owner)).isEqualTo(replica);
			owner.start();
			cluster.awaitHealthy();
		}
	}

	private static void moveSlot(EmbeddedRedisCluster cluster, RedisNode master) {
		master.ask((commands) -> commands.set("key", "value"));
		RedisNode target = cluster.masters().stream().filter((node) -> node != master).findFirst().orElseThrow();
		SlotMigration migration = cluster.migration(SLOT, target);
		migration.begin();
		assertThat((String) master.ask((commands) -> commands.get("key"))).isEqualTo("value");
		assertThat(migration.moveKeys(10)).isEqualTo(1);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> master.ask((commands) -> commands.get("key")))
			.withMessageContaining("ASK " + SLOT);
		migration.finish();
		assertThat(cluster.master(SLOT)).isEqualTo(target);
		assertThat((String) target.ask((commands) -> commands.get("key"))).isEqualTo("value");
	}

}
