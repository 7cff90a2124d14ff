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
