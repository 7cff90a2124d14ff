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

package io.delay.benchmarks.delay;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;

import io.delay.test.redis.RedisNode;

/**
 * The CPU time of one server.
 */
final class RedisCpu implements AutoCloseable {

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	RedisCpu(int port) {
		this.client = RedisClient.create(RedisURI.create(RedisNode.HOST, port));
		this.connection = this.client.connect();
	}

	void empty() {
		this.connection.sync().flushall();
	}

	double seconds() {
		return this.connection.sync()
			.info("cpu")
			.lines()
			.filter((line) -> line.matches("used_cpu_(user|sys):.*"))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
			.sum();
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
