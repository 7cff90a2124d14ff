// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.redis.connection.RedisAddress;
import io.delay.redis.connection.SharedConnection;
import io.delay.redis.script.ReplyFailure;

/**
 * Reads {@code INFO} from the server of a connection or, on a Cluster, from each master
 * that owns slots.
 */
public final class ServerInfoReader {

	private static final Log logger = LogFactory.getLog(ServerInfoReader.class);

	private static final ServerInfo NOTHING = ServerInfo.parse("");

	private final SharedConnection connection;

	public ServerInfoReader(SharedConnection connection) {
		this.connection = connection;
	}

	public List<String> findings(int waitReplicas) {
		return ServerProblem.findings(read(), waitReplicas);
	}

	// A server that refuses INFO has no fields
	Map<String, ServerInfo> read() {
		RedisScriptingAsyncCommands<byte[], byte[]> commands = this.connection.commands();
		Map<String, CompletableFuture<String>> replies = new LinkedHashMap<>();
		if (commands instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster) {
			ask(cluster.getStatefulConnection(), replies);
		}
		else {
			replies.put(RedisAddress.ofServer(this.connection.factory()),
					((RedisAsyncCommands<byte[], byte[]>) commands).info().toCompletableFuture());
		}
		Map<String, ServerInfo> servers = new LinkedHashMap<>();
		replies.forEach((name, reply) -> servers.put(name, await(name, reply)));
		return servers;
	}

	private static void ask(StatefulRedisClusterConnection<byte[], byte[]> cluster,
			Map<String, CompletableFuture<String>> replies) {
		for (RedisClusterNode node : cluster.getPartitions()) {
			if (node.getRole().isUpstream() && !node.getSlots().isEmpty()) {
				replies.put(node.getUri().getHost() + ":" + node.getUri().getPort(), info(cluster, node));
			}
		}
	}

	private static CompletableFuture<String> info(StatefulRedisClusterConnection<byte[], byte[]> cluster,
			RedisClusterNode node) {
		try {
			return cluster.getConnectionAsync(node.getNodeId()).thenCompose((open) -> open.async().info());
		}
		catch (RedisException ex) {
			// The node has left the Cluster
			return CompletableFuture
				.failedFuture(new RedisConnectionException("No connection can be made to " + node.getNodeId(), ex));
		}
	}

	private ServerInfo await(String name, CompletableFuture<String> reply) {
		try {
			return ServerInfo.parse(reply.get(this.connection.timeout().toNanos(), TimeUnit.NANOSECONDS));
		}
		catch (ExecutionException ex) {
			Throwable cause = ReplyFailure.unwrap((ex.getCause() != null) ? ex.getCause() : ex);
			if (cause instanceof RedisCommandExecutionException && !ReplyFailure.isRepeatable(cause)) {
				logger.info("Redis at " + name + " refuses INFO (" + ReplyFailure.words(cause)
						+ "), so the start-up check cannot see its version, eviction, persistence and replicas");
				return NOTHING;
			}
			throw ReplyFailure.translate(cause, this.connection.server().at(name));
		}
		catch (TimeoutException ex) {
			throw new RedisConnectionFailureException("Redis at " + name + " gave no reply", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RedisConnectionFailureException("Interrupted while waiting for Redis at " + name, ex);
		}
	}

}
