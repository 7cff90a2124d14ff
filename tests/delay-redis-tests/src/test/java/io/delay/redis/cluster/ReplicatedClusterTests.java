// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.cluster;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.SlotHash;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.redis.SubmitLoad;
import io.delay.redis.outage.FaultBench;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;
import io.delay.test.redis.SlotMigration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Submits of many threads that wait for replicas, on a Cluster whose nodes fail and whose
 * slots move: what was confirmed is there.
 */
@Tag("thorough")
class ReplicatedClusterTests {

	private static final Log logger = LogFactory.getLog(ReplicatedClusterTests.class);

	private static final int PARTITIONS = 4;

	private static final int THREADS = 16;

	private static EmbeddedRedisCluster cluster;

	private final ReplicatedStore store = ReplicatedStore.onCluster(cluster.nodes().get(0).address(), PARTITIONS, 1,
			Duration.ofSeconds(1));

	@BeforeAll
	static void startServers() {
		cluster = EmbeddedRedisCluster.start(3, 1);
	}

	@AfterAll
	static void stopServers() {
		cluster.close();
	}

	@AfterEach
	void close() {
		this.store.close();
		cluster.awaitHealthy();
	}

	@Test
	void confirmedJobsSurviveTheLossOfTheirMaster() throws Exception {
		SubmitLoad load = new SubmitLoad("orders");
		RedisNode failed = cluster.master(key("orders", 0));
		try (load) {
			start(load);
			awaitStored(load, 500);
			failed.kill();
			cluster.awaitFailover(SlotHash.getSlot(key("orders", 0)), failed);
			// Until it is back, as a replica, nobody can confirm anything to its
			// successor
			failed.start();
			awaitStored(load, load.stored().size() + 500);
		}
		// Whether a submit was under way is chance; that none goes past the failover is
		// not
		assertThat(load.slowest()).isGreaterThan(Duration.ofMillis(500));
		check("orders", load);
	}

	@Test
	void confirmedJobsSurviveTheMoveOfTheirSlot() throws Exception {
		SubmitLoad load = new SubmitLoad("moved");
		try (load) {
			start(load);
			awaitStored(load, 500);
			int slot = SlotHash.getSlot(key("moved", 0));
			RedisNode source = cluster.master(slot);
			RedisNode target = cluster.masters().stream().filter((node) -> node != source).findFirst().orElseThrow();
			SlotMigration migration = cluster.migration(slot, target);
			migration.begin();
			while (migration.moveKeys(1) > 0) {
				FaultBench.pass(Duration.ofMillis(20));
			}
			migration.finish();
			awaitStored(load, load.stored().size() + 500);
		}
		assertThat(load.refused()).isEmpty();
		check("moved", load);
	}

	private void start(SubmitLoad load) {
		DelayTemplate template = this.store.template();
		IntStream.range(0, THREADS).forEach((i) -> load.start("thread-" + i, template));
	}

	private static void awaitStored(SubmitLoad load, int count) {
		await("Confirmed jobs").atMost(Duration.ofSeconds(10)).until(() -> load.stored().size() >= count);
	}

	private static void check(String topic, SubmitLoad load) {
		logger.info("Of " + load.submitted() + " jobs " + load.stored().size() + " were confirmed, "
				+ load.unknown().size() + " unknown, " + load.refused().size() + " not sent; slowest "
				+ load.slowest().toMillis() + " ms");
		Set<String> lost = new TreeSet<>(load.stored());
		IntStream.range(0, PARTITIONS)
			.mapToObj((partition) -> key(topic, partition))
			.forEach((key) -> lost.removeAll(jobs(key)));
		assertThat(lost).isEmpty();
	}

	private static Set<String> jobs(String key) {
		return Set.copyOf(cluster.master(key).ask((commands) -> commands.hkeys(key)));
	}

	private static String key(String topic, int partition) {
		return "{" + ReplicatedStore.NAMESPACE + ":" + topic + ":" + partition + "}:jobs";
	}

}
