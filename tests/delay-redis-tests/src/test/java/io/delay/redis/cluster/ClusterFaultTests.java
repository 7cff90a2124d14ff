// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.cluster.SlotHash;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisAccess;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisSpace;
import io.delay.redis.outage.FaultBench;
import io.delay.redis.outage.FaultOutcome;
import io.delay.redis.partition.TopicKeys;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;
import io.delay.test.redis.SlotMigration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes of a Redis Cluster fail and slots move while jobs are submitted and handled.
 */
@Tag("thorough")
@Tag("versions")
class ClusterFaultTests {

	/** Long enough for a failover. */
	private static final Duration LONG_COMMAND_TIMEOUT = Duration.ofSeconds(8);

	/** How long silence lasts until it is taken for a failure. */
	private static final Duration SHORT_COMMAND_TIMEOUT = Duration.ofSeconds(1);

	private static EmbeddedRedisCluster cluster;

	private final RedisSpace space = RedisSpace.of(cluster);

	private @Nullable FailoverBench bench;

	@BeforeAll
	static void start() {
		cluster = EmbeddedRedisCluster.start(3, 1);
	}

	@AfterAll
	static void stop() {
		cluster.close();
	}

	@AfterEach
	void close() throws Exception {
		if (this.bench != null) {
			this.bench.close();
		}
		this.space.close();
	}

	private void underLoad(Duration commandTimeout) {
		this.bench = new FailoverBench(this.space,
				(instance) -> instance.commandTimeout(commandTimeout).on(cluster, this.space.namespace()));
	}

	@Test
	void topicSurvivesAFailoverOfItsMaster() throws Exception {
		underLoad(LONG_COMMAND_TIMEOUT);
		int slot = SlotHash.getSlot(this.bench.key());
		RedisNode master = cluster.master(slot);
		Set<String> replicated = this.bench.replicated(master);
		master.kill();
		long killed = System.nanoTime();
		Set<String> confirmed = this.bench.confirmedBeforeFailure();
		assertThat(cluster.awaitFailover(slot, master)).isNotEqualTo(master);
		Duration failover = Duration.ofNanos(System.nanoTime() - killed);
		Duration goneOn = this.bench.awaitGoingOn(killed);
		Duration woken = this.bench.probe("afterwards", FailoverBench.WOKEN);
		FaultOutcome outcome = this.bench.end("master killed, failover " + failover.toMillis() + " ms", goneOn, woken);
		assertThat(outcome.refused()).isEmpty();
		assertThat(outcome.unknown()).hasSizeLessThanOrEqualTo(FailoverBench.SUBMITTERS);
		assertThat(outcome.lost()).isSubsetOf(confirmed).doesNotContainAnyElementsOf(replicated);
		master.start();
		cluster.awaitHealthy();
	}

	@Test
	void topicSurvivesAFailoverOfASilentMaster() throws Exception {
		underLoad(SHORT_COMMAND_TIMEOUT);
		int slot = SlotHash.getSlot(this.bench.key());
		RedisNode master = cluster.master(slot);
		Set<String> replicated = this.bench.replicated(master);
		master.suspend();
		long silent = System.nanoTime();
		Set<String> confirmed = this.bench.confirmedBeforeFailure();
		assertThat(cluster.awaitFailover(slot, master)).isNotEqualTo(master);
		Duration failover = Duration.ofNanos(System.nanoTime() - silent);
		Duration goneOn = this.bench.awaitGoingOn(silent);
		master.resume();
		cluster.awaitHealthy();
		Duration woken = this.bench.probe("afterwards", FailoverBench.WOKEN);
		FaultOutcome outcome = this.bench.end("master silent, failover " + failover.toMillis() + " ms", goneOn, woken);
		assertThat(outcome.lost()).isSubsetOf(confirmed).doesNotContainAnyElementsOf(replicated);
	}

	@Test
	void topicSurvivesTheMoveOfItsSlot() throws Exception {
		underLoad(LONG_COMMAND_TIMEOUT);
		int slot = SlotHash.getSlot(this.bench.key());
		RedisNode master = cluster.master(slot);
		RedisNode target = cluster.masters().stream().filter((node) -> node != master).findFirst().orElseThrow();
		SlotMigration migration = cluster.migration(slot, target);
		long begun = System.nanoTime();
		migration.begin();
		FaultBench.pass(Duration.ofMillis(200));
		while (migration.moveKeys(1) > 0) {
			FaultBench.pass(Duration.ofMillis(100));
		}
		migration.finish();
		long finished = System.nanoTime();
		Duration goneOn = this.bench.awaitGoingOn(finished);
		assertThat(cluster.master(slot)).isEqualTo(target);
		Duration woken = this.bench.probe("afterwards", FailoverBench.WOKEN);
		FaultOutcome outcome = this.bench.end("slot moved in " + Duration.ofNanos(finished - begun).toMillis() + " ms",
				goneOn, woken);
		assertThat(outcome.refused()).isEmpty();
		assertThat(outcome.unknown()).isEmpty();
		assertThat(outcome.lost()).isEmpty();
		assertThat(outcome.doubled()).isEmpty();
	}

	@Test
	void subscriptionMovesToAnotherNodeWhenItsOwnIsKilled() throws Exception {
		underLoad(LONG_COMMAND_TIMEOUT);
		RedisNode node = subscribed();
		boolean owner = node == cluster.master(SlotHash.getSlot(this.bench.key()));
		node.kill();
		long killed = System.nanoTime();
		cluster.awaitHealthy();
		Duration goneOn = this.bench.awaitGoingOn(killed);
		Duration woken = this.bench.probe("afterwards", FailoverBench.WOKEN);
		assertThat(subscribed()).isNotEqualTo(node);
		FaultOutcome outcome = this.bench.end("subscriber's node killed", goneOn, woken);
		assertThat(outcome.refused()).isEmpty();
		if (!owner) {
			assertThat(outcome.lost()).isEmpty();
		}
		node.start();
		cluster.awaitHealthy();
	}

	@Test
	void pingDetectsASilentNodeOfASubscription() throws Exception {
		BlockingQueue<Duration> received = new LinkedBlockingQueue<>();
		LettuceConnectionFactory application = RedisAccess.factory(cluster, RedisAccess.client(SHORT_COMMAND_TIMEOUT));
		try (RedisConnections connections = new RedisConnections(application);
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), this.space.namespace(),
						Duration.ofMillis(200))) {
			wakeUps.subscribe(FailoverBench.TOPIC, (wakeUp) -> received.add(wakeUp.delay()));
			assertThat(received.poll(5, TimeUnit.SECONDS)).isZero();
			RedisNode node = subscribed();
			node.suspend();
			assertThat(received.poll(10, TimeUnit.SECONDS)).isZero();
			RedisNode other = subscribed();
			assertThat(other).isNotEqualTo(node);
			for (RedisNode publisher : cluster.nodes().stream().filter(RedisNode::isRunning).toList()) {
				publisher.ask((commands) -> commands.publish(channel(), "0:1:2500"));
				assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofNanos(2_500_000));
			}
			node.resume();
		}
		cluster.awaitHealthy();
	}

	private String channel() {
		return new TopicKeys(this.space.namespace(), FailoverBench.TOPIC).channelName();
	}

	/**
	 * The node to which the consumer is subscribed.
	 */
	private RedisNode subscribed() {
		String channel = channel();
		return cluster.nodes().stream().filter(RedisNode::isRunning).filter((node) -> node.ask((commands) -> {
			Map<String, Long> subscribers = commands.pubsubNumsub(channel);
			return subscribers.getOrDefault(channel, 0L) > 0;
		})).findFirst().orElseThrow();
	}

}
