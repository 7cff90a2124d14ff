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
