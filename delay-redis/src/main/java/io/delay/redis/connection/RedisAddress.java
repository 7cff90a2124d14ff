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

	// Returns the address without the Sentinels, for a factory that does not connect to a
	// Cluster.
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
