// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lettuce.core.RedisException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

import static org.awaitility.Awaitility.await;

/**
 * A master and a replica for a single test, without persistence, monitored by three
 * Sentinels. The test can kill, freeze and restart each of the five processes.
 *
 * @since 0.1.0
 */
public final class EmbeddedRedisSentinels implements AutoCloseable {

	/**
	 * The name of the master.
	 */
	public static final String MASTER_NAME = "delay";

	/**
	 * How long a server may be silent before the Sentinels consider it failed.
	 */
	public static final Duration DOWN_AFTER = Duration.ofSeconds(1);

	private static final int SENTINELS = 3;

	private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

	private final RedisNodes nodes = new RedisNodes();

	private final List<RedisNode> servers = new ArrayList<>();

	private final List<RedisNode> sentinels = new ArrayList<>();

	private EmbeddedRedisSentinels() {
	}

	/**
	 * Start the group. Returns once the Sentinels have discovered the replica and each
	 * other.
	 * @param settings lines of a Redis configuration for the master and the replica
	 * @return the running group
	 */
	public static EmbeddedRedisSentinels start(String... settings) {
		EmbeddedRedisSentinels group = new EmbeddedRedisSentinels();
		try {
			group.startServers(List.of(settings));
			group.startSentinels();
			return group;
		}
		catch (RuntimeException | Error ex) {
			group.close();
			throw ex;
		}
	}

	private void startServers(List<String> settings) {
		List<String> all = new ArrayList<>(
				List.of("save \"\"", "repl-diskless-sync yes", "repl-diskless-sync-delay 0", "repl-timeout 5"));
		all.addAll(settings);
		RedisNode master = this.nodes.add(all);
		master.start();
		all.add("replicaof " + RedisNode.HOST + " " + master.port());
		RedisNode replica = this.nodes.add(all);
		replica.start();
		this.servers.addAll(List.of(master, replica));
		awaitReplica();
	}

	private void startSentinels() {
		String monitor = "sentinel monitor " + MASTER_NAME + " " + RedisNode.HOST + " " + master().port() + " 2";
		for (int i = 0; i < SENTINELS; i++) {
			RedisNode sentinel = this.nodes
				.add(List.of(monitor, "sentinel down-after-milliseconds " + MASTER_NAME + " " + DOWN_AFTER.toMillis(),
						"sentinel failover-timeout " + MASTER_NAME + " 2000"), "--sentinel");
			sentinel.start();
			this.sentinels.add(sentinel);
		}
		awaitUntil("Sentinels that know the group", () -> this.sentinels.stream().allMatch((sentinel) -> {
			Map<String, String> state = stateOfMaster(sentinel);
			return "1".equals(state.get("num-slaves"))
					&& Integer.toString(SENTINELS - 1).equals(state.get("num-other-sentinels"));
		}));
	}

	private static void awaitUntil(String what, Callable<Boolean> condition) {
		await(what).atMost(LONGEST_WAIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(20))
			.ignoreExceptionsInstanceOf(RedisException.class)
			.until(condition);
	}

	/**
	 * Return both servers, running or not.
	 * @return the servers; initially, the master comes before the replica
	 */
	public List<RedisNode> servers() {
		return List.copyOf(this.servers);
	}

	/**
	 * Return all Sentinels, running or not.
	 * @return the Sentinels
	 */
	public List<RedisNode> sentinels() {
		return List.copyOf(this.sentinels);
	}

	/**
	 * Return the server that considers itself the master.
	 * @return the master
	 * @throws NoSuchElementException if no running server is a master
	 */
	public RedisNode master() {
		return running("role:master").findFirst().orElseThrow();
	}

	private Stream<RedisNode> running(String role) {
		return this.servers.stream()
			.filter(RedisNode::isRunning)
			.filter((server) -> server.ask((commands) -> commands.info("replication")).contains(role));
	}

	/**
	 * Wait until the Sentinels report a server other than the given one, and that server
	 * is a master.
	 * @param failed the previous master
	 * @return the new master
	 */
	public RedisNode awaitFailover(RedisNode failed) {
		awaitUntil("A new master", () -> running("role:master").anyMatch(
				(server) -> server != failed && runningSentinels().allMatch((sentinel) -> leadsTo(sentinel, server))));
		return this.servers.stream().filter((server) -> server != failed).findFirst().orElseThrow();
	}

	/**
	 * Restart a replaced master as a replica of the new one. The Sentinels would do the
	 * same, but only about ten seconds after the server has come back as a master.
	 * Returns once the server has all data.
	 * @param replaced the previous master
	 */
	public void rejoin(RedisNode replaced) {
		RedisNode master = master();
		replaced.start();
		replaced.ask((commands) -> commands.replicaof(RedisNode.HOST, master.port()));
		awaitReplica();
	}

	/**
	 * Wait until a replica follows the master and has all data.
	 */
	public void awaitReplica() {
		awaitUntil("A replica that follows its master", () -> running("master_link_status:up").count() == 1);
	}

	private Stream<RedisNode> runningSentinels() {
		return this.sentinels.stream().filter(RedisNode::isRunning);
	}

	private static boolean leadsTo(RedisNode sentinel, RedisNode server) {
		return Integer.toString(server.port()).equals(stateOfMaster(sentinel).get("port"));
	}

	private static Map<String, String> stateOfMaster(RedisNode sentinel) {
		List<Object> reply = sentinel
			.ask((commands) -> commands.dispatch(CommandType.SENTINEL, new ArrayOutput<>(StringCodec.UTF8),
					new CommandArgs<>(StringCodec.UTF8).add("MASTER").add(MASTER_NAME)));
		return Stream.iterate(0, (i) -> i + 1 < reply.size(), (i) -> i + 2)
			.collect(Collectors.toMap((i) -> reply.get(i).toString(), (i) -> reply.get(i + 1).toString()));
	}

	/**
	 * Kill all five processes and delete their files.
	 */
	@Override
	public void close() {
		this.nodes.close();
	}

}
