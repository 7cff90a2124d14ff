// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.util.List;

import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.redis.RedisNode;

/**
 * A master and a replica, watched by three Sentinels.
 */
final class SentinelRig implements FailureRig {

	private final EmbeddedRedisSentinels group = EmbeddedRedisSentinels.start();

	@Override
	public LettuceConnectionFactory application() {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration()
			.master(EmbeddedRedisSentinels.MASTER_NAME);
		this.group.sentinels().forEach((sentinel) -> configuration.sentinel(RedisNode.HOST, sentinel.port()));
		return new LettuceConnectionFactory(configuration);
	}

	@Override
	public RedisNode master(String key) {
		return this.group.master();
	}

	@Override
	public List<RedisNode> replicas(RedisNode master) {
		return this.group.servers().stream().filter((server) -> server != master).toList();
	}

	@Override
	public void awaitFailover(String key, RedisNode failed) {
		this.group.awaitFailover(failed);
	}

	@Override
	public void rejoin(RedisNode failed) {
		this.group.rejoin(failed);
	}

	@Override
	public void close() {
		this.group.close();
	}

}
