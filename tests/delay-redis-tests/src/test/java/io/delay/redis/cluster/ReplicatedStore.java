// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.cluster;

import java.time.Duration;
import java.util.List;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.converter.SimplePayloadConverter;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.RedisNode;

/**
 * A store whose submits wait for replicas, with connections of its own.
 */
final class ReplicatedStore implements AutoCloseable {

	static final String NAMESPACE = "replicated";

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

	private final RedisConnections connections;

	private final RedisJobStoreOptions options;

	private final RedisJobStore store;

	private ReplicatedStore(LettuceConnectionFactory application, RedisJobStoreOptions options) {
		this.connections = new RedisConnections(application);
		this.options = options;
		this.store = new RedisJobStore(this.connections, options);
	}

	static ReplicatedStore on(int port, int replicas, Duration waitTimeout) {
		return on(port, COMMAND_TIMEOUT, replicas, waitTimeout);
	}

	static ReplicatedStore on(int port, Duration commandTimeout, int replicas, Duration waitTimeout) {
		return new ReplicatedStore(
				new LettuceConnectionFactory(new RedisStandaloneConfiguration(RedisNode.HOST, port),
						client(commandTimeout)),
				new RedisJobStoreOptions(NAMESPACE).withWaitReplicas(replicas, waitTimeout));
	}

	static ReplicatedStore onCluster(String node, int partitions, int replicas, Duration waitTimeout) {
		return new ReplicatedStore(
				new LettuceConnectionFactory(new RedisClusterConfiguration(List.of(node)), client(COMMAND_TIMEOUT)),
				new RedisJobStoreOptions(NAMESPACE).withPartitions(partitions).withWaitReplicas(replicas, waitTimeout));
	}

	private static LettuceClientConfiguration client(Duration commandTimeout) {
		return LettuceClientConfiguration.builder().commandTimeout(commandTimeout).build();
	}

	RedisJobStore store() {
		return this.store;
	}

	DelayTemplate template() {
		return new DelayTemplate(this.store, new RedisJobStoreInspector(this.connections, this.options),
				new SimplePayloadConverter());
	}

	@Override
	public void close() {
		this.store.close();
		this.connections.close();
	}

}
