// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.util.Collection;
import java.util.stream.Collectors;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Formats the address that a connection factory connects to, for messages: host and port,
 * the nodes of a Cluster, a master and its Sentinels, or a socket.
 */
public final class RedisAddress {

	private RedisAddress() {
	}

	static String of(LettuceConnectionFactory factory) {
		RedisClusterConfiguration cluster = factory.getClusterConfiguration();
		if (cluster != null) {
			return "Cluster " + list(cluster.getClusterNodes());
		}
		RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
		if (sentinel != null) {
			return master(sentinel) + " of the Sentinels " + list(sentinel.getSentinels());
		}
		RedisSocketConfiguration socket = factory.getSocketConfiguration();
		return (socket != null) ? socket.getSocket() : factory.getHostName() + ":" + factory.getPort();
	}

	public static String ofServer(LettuceConnectionFactory factory) {
		RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
		return (sentinel != null) ? master(sentinel) : of(factory);
	}

	private static String master(RedisSentinelConfiguration sentinel) {
		return (sentinel.getMaster() != null) ? "master '" + sentinel.getMaster().getName() + "'" : "the master";
	}

	private static String list(Collection<RedisNode> nodes) {
		return nodes.stream().map((node) -> node.getHost() + ":" + node.getPort()).collect(Collectors.joining(", "));
	}

}
