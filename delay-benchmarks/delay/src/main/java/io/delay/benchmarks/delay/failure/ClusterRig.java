// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.cluster.SlotHash;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;

/**
 * A Cluster of three masters.
 */
final class ClusterRig implements FailureRig {

	private static final int MASTERS = 3;

	private final EmbeddedRedisCluster cluster;

	ClusterRig(int replicas, Duration nodeTimeout, String... settings) {
		this.cluster = EmbeddedRedisCluster.start(MASTERS, replicas, nodeTimeout, settings);
	}

	EmbeddedRedisCluster cluster() {
		return this.cluster;
	}

	@Override
	public LettuceConnectionFactory application() {
		return new LettuceConnectionFactory(
				new RedisClusterConfiguration(this.cluster.nodes().stream().map(RedisNode::address).toList()));
	}

	@Override
	public RedisNode master(String key) {
		return this.cluster.master(key);
	}

	@Override
	public List<RedisNode> replicas(RedisNode master) {
		return this.cluster.replicas(master);
	}

	@Override
	public void awaitFailover(String key, RedisNode failed) {
		this.cluster.awaitFailover(SlotHash.getSlot(key), failed);
	}

	@Override
	public void rejoin(RedisNode failed) {
		failed.start();
		this.cluster.awaitHealthy();
	}

	@Override
	public void close() {
		this.cluster.close();
	}

}
