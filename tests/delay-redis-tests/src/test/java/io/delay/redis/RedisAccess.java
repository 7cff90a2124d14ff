// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.connection.SharedConnection;
import io.delay.redis.script.ScriptRoute;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.redis.RedisClusterForTests;
import io.delay.test.redis.RedisForTests;
import io.delay.test.redis.RedisNode;

/**
 * The connections of an application to the Redis of a test, and those of Delay.
 */
public final class RedisAccess implements AutoCloseable {

	private final LettuceConnectionFactory application;

	private final RedisConnections connections;

	private final StringRedisTemplate template;

	private final boolean shared;

	public RedisAccess(LettuceConnectionFactory application) {
		this(application, false);
	}

	private RedisAccess(LettuceConnectionFactory application, boolean shared) {
		this.application = application;
		this.application.afterPropertiesSet();
		this.application.start();
		this.connections = new RedisConnections(this.application);
		this.template = new StringRedisTemplate(this.application);
		this.shared = shared;
	}

	public static RedisAccess shared() {
		return Standalone.SHARED;
	}

	public static RedisAccess sharedCluster() {
		return Cluster.SHARED;
	}

	public boolean isShared() {
		return this.shared;
	}

	public RedisConnections connections() {
		return this.connections;
	}

	public StringRedisTemplate template() {
		return this.template;
	}

	@Override
	public void close() {
		this.connections.close();
		this.application.destroy();
	}

	public static SharedConnection producers(RedisConnections connections) {
		return connections.producers();
	}

	public static SharedConnection consumers(RedisConnections connections) {
		return connections.consumers();
	}

	public static ScriptRoute submits(RedisConnections connections, int replicas, Duration timeout) {
		return connections.submits(replicas, timeout);
	}

	public static LettuceConnectionFactory wakeUps(RedisConnections connections) {
		return connections.wakeUps();
	}

	public static LettuceClientConfiguration client(Duration commandTimeout) {
		return LettuceClientConfiguration.builder().commandTimeout(commandTimeout).build();
	}

	// One that finds the nodes after a failover, too
	public static LettuceClientConfiguration clusterClient() {
		return LettuceClientConfiguration.builder()
			.clientOptions(ClusterClientOptions.builder()
				.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
					.enablePeriodicRefresh(Duration.ofSeconds(1))
					.enableAllAdaptiveRefreshTriggers()
					.build())
				.build())
			.build();
	}

	public static LettuceConnectionFactory factory(String host, int port, LettuceClientConfiguration client) {
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port), client);
	}

	public static LettuceConnectionFactory factory(EmbeddedRedisCluster cluster, LettuceClientConfiguration client) {
		List<String> nodes = cluster.nodes().stream().map(RedisNode::address).toList();
		return new LettuceConnectionFactory(new RedisClusterConfiguration(nodes), client);
	}

	public static LettuceConnectionFactory factory(EmbeddedRedisSentinels group, LettuceClientConfiguration client) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration()
			.master(EmbeddedRedisSentinels.MASTER_NAME);
		group.sentinels().forEach((sentinel) -> configuration.sentinel(RedisNode.HOST, sentinel.port()));
		return new LettuceConnectionFactory(configuration, client);
	}

	private static final class Standalone {

		private static final RedisAccess SHARED = new RedisAccess(factory(RedisForTests.shared().host(),
				RedisForTests.shared().port(), LettuceClientConfiguration.defaultConfiguration()), true);

	}

	private static final class Cluster {

		private static final RedisAccess SHARED = new RedisAccess(
				factory(RedisClusterForTests.shared(), clusterClient()), true);

	}

}
