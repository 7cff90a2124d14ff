// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

import static org.awaitility.Awaitility.await;

/**
 * A Redis Cluster for a single test, without persistence. The test can kill, freeze and
 * restart its nodes, and migrate its slots.
 *
 * @since 0.1.0
 */
public final class EmbeddedRedisCluster implements AutoCloseable {

	/**
	 * How long a node may be silent before the others consider it failed.
	 */
	public static final Duration NODE_TIMEOUT = Duration.ofSeconds(1);

	private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

	private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

	private final RedisNodes nodes = new RedisNodes();

	private final List<RedisNode> firstMasters;

	private EmbeddedRedisCluster(int masters, int replicas, Duration nodeTimeout, List<String> settings) {
		List<String> all = new ArrayList<>(List.of("save \"\"", "cluster-enabled yes", "repl-diskless-sync yes",
				"repl-diskless-sync-delay 0", "repl-timeout 5", "cluster-node-timeout " + nodeTimeout.toMillis()));
		all.addAll(settings);
		IntStream.range(0, masters * (1 + replicas)).forEach((i) -> this.nodes.add(all));
		this.firstMasters = this.nodes.all().subList(0, masters);
	}

	/**
	 * Start a cluster whose nodes notice the failure of another node after
	 * {@link #NODE_TIMEOUT}. Returns once the cluster is complete.
	 * @param masters the number of masters
	 * @param replicas the number of replicas of each master
	 * @param settings lines of a Redis configuration for every node
	 * @return the running cluster
	 */
	public static EmbeddedRedisCluster start(int masters, int replicas, String... settings) {
		return start(masters, replicas, NODE_TIMEOUT, settings);
	}

	/**
	 * Start a cluster. Returns once the cluster is complete.
	 * @param masters the number of masters
	 * @param replicas the number of replicas of each master
	 * @param nodeTimeout how long a node may be silent before the others consider it
	 * failed
	 * @param settings lines of a Redis configuration for every node
	 * @return the running cluster
	 */
	public static EmbeddedRedisCluster start(int masters, int replicas, Duration nodeTimeout, String... settings) {
		EmbeddedRedisCluster cluster = new EmbeddedRedisCluster(masters, replicas, nodeTimeout, List.of(settings));
		try {
			cluster.nodes.start();
			cluster.form(replicas);
			return cluster;
		}
		catch (RuntimeException | Error ex) {
			cluster.close();
			throw ex;
		}
	}

	private void form(int replicas) {
		int masters = this.firstMasters.size();
		for (int i = 0; i < masters; i++) {
			int[] slots = IntStream.range(i * SlotHash.SLOT_COUNT / masters, (i + 1) * SlotHash.SLOT_COUNT / masters)
				.toArray();
			this.firstMasters.get(i).ask((commands) -> commands.clusterAddSlots(slots));
		}
		List<RedisNode> all = this.nodes.all();
		// A node accepts an epoch only as long as it knows no other node
		for (int i = 0; i < all.size(); i++) {
			int epoch = i + 1;
			all.get(i).ask((commands) -> commands.clusterSetConfigEpoch(epoch));
		}
		for (int i = 0; i < all.size() - 1; i++) {
			List<RedisNode> others = all.subList(i + 1, all.size());
			all.get(i).ask((commands) -> {
				others.forEach((other) -> commands.clusterMeet(RedisNode.HOST, other.port()));
				return others;
			});
		}
		awaitUntil("Nodes that know each other", () -> all.stream().allMatch(this::knowsAll));
		for (int i = masters; i < all.size(); i++) {
			String master = id(this.firstMasters.get((i - masters) % masters));
			all.get(i).ask((commands) -> commands.clusterReplicate(master));
		}
		awaitUntil("Nodes that know the replicas",
				() -> all.stream().allMatch((node) -> knowsReplicas(node, replicas)));
		awaitHealthy();
	}

	/**
	 * Wait until all running nodes consider the cluster complete, and all running
	 * replicas follow their masters.
	 */
	public void awaitHealthy() {
		awaitUntil("A healthy cluster", () -> this.nodes.running().allMatch(EmbeddedRedisCluster::isHealthy));
	}

	private static void awaitUntil(String what, Callable<Boolean> condition) {
		await(what).atMost(LONGEST_WAIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(POLL_INTERVAL)
			.ignoreExceptionsInstanceOf(RedisException.class)
			.until(condition);
	}

	private boolean knowsAll(RedisNode node) {
		return ClusterView.of(node).knows(this.nodes.all().size());
	}

	private boolean knowsReplicas(RedisNode node, int replicas) {
		ClusterView view = ClusterView.of(node);
		return this.firstMasters.stream().allMatch((master) -> view.replicas(master).size() == replicas);
	}

	private static boolean isHealthy(RedisNode node) {
		return node.ask((commands) -> {
			String replication = commands.info("replication");
			return commands.clusterInfo().contains("cluster_state:ok")
					&& (replication.contains("role:master") || replication.contains("master_link_status:up"));
		});
	}

	/**
	 * Return all nodes, running or not.
	 * @return the nodes; initially, the masters come before the replicas
	 */
	public List<RedisNode> nodes() {
		return this.nodes.all();
	}

	/**
	 * Return the running nodes that claim to own slots.
	 * @return the masters
	 */
	public List<RedisNode> masters() {
		return this.nodes.running().filter((node) -> {
			RedisClusterNode myself = ClusterView.of(node).myself();
			return myself.getRole().isUpstream() && !myself.getSlots().isEmpty();
		}).toList();
	}

	/**
	 * Return the node that owns the slot of a key.
	 * @return the master
	 * @throws NoSuchElementException if no running node owns the slot
	 */
	public RedisNode master(String key) {
		return master(SlotHash.getSlot(key));
	}

	/**
	 * Return the node that owns a slot.
	 * @return the master
	 * @throws NoSuchElementException if no running node owns the slot
	 */
	public RedisNode master(int slot) {
		return findMaster(slot).orElseThrow(() -> new NoSuchElementException("No running node owns slot " + slot));
	}

	/**
	 * Find the node that owns a slot. A node that has missed a failover may still claim
	 * the slot; the more recent claim applies.
	 * @return the master, empty if no running node owns the slot
	 */
	public Optional<RedisNode> findMaster(int slot) {
		record Claim(RedisNode node, RedisClusterNode myself) {

		}
		return this.nodes.running()
			.map((node) -> new Claim(node, ClusterView.of(node).myself()))
			.filter((claim) -> claim.myself().getRole().isUpstream() && claim.myself().hasSlot(slot))
			.max(Comparator.comparingLong((claim) -> claim.myself().getConfigEpoch()))
			.map(Claim::node);
	}

	/**
	 * Return the replicas of a node, according to one of the running nodes.
	 * @param master the node, running or not
	 * @return the replicas, running or not
	 */
	public List<RedisNode> replicas(RedisNode master) {
		List<Integer> ports = this.nodes.running().findFirst().map(ClusterView::of).orElseThrow().replicas(master);
		return this.nodes.all().stream().filter((node) -> ports.contains(node.port())).toList();
	}

	/**
	 * Wait until a running node other than the given one owns a slot and all running
	 * nodes consider the cluster complete.
	 * @param failed the previous owner
	 * @return the new owner
	 */
	public RedisNode awaitFailover(int slot, RedisNode failed) {
		awaitUntil("A new master of slot " + slot,
				() -> findMaster(slot).filter((master) -> master != failed).isPresent());
		awaitHealthy();
		return master(slot);
	}

	/**
	 * Prepare to move a slot from the master that owns it to another master.
	 * @param target the master that receives the slot
	 * @return the migration, which has not started
	 */
	public SlotMigration migration(int slot, RedisNode target) {
		return new SlotMigration(slot, master(slot), target, masters());
	}

	/**
	 * Kill all nodes and delete their files.
	 */
	@Override
	public void close() {
		this.nodes.close();
	}

	static String id(RedisNode node) {
		return node.ask(RedisCommands::clusterMyId);
	}

}
