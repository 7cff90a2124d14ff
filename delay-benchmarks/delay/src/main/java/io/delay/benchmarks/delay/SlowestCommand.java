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

import java.util.List;
import java.util.Locale;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;

import io.delay.test.redis.RedisNode;

/**
 * How long the commands of one server blocked it since a moment, according to its slow
 * log, which records all commands.
 */
final class SlowestCommand implements AutoCloseable {

	private static final int MAX_COMMANDS = 100_000;

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	SlowestCommand(int port) {
		this.client = RedisClient.create(RedisURI.create(RedisNode.HOST, port));
		this.connection = this.client.connect();
		this.connection.sync().configSet("slowlog-max-len", Integer.toString(MAX_COMMANDS));
		this.connection.sync().configSet("slowlog-log-slower-than", "0");
	}

	void start() {
		this.connection.sync().slowlogReset();
	}

	// Returns the number of commands and the microseconds of the slowest one.
	long[] stop() {
		long[] result = new long[2];
		for (Object entry : this.connection.sync().slowlogGet(MAX_COMMANDS)) {
			List<?> fields = (List<?>) entry;
			if (String.valueOf(((List<?>) fields.get(3)).get(0)).toLowerCase(Locale.ROOT).startsWith("eval")) {
				result[0]++;
				result[1] = Math.max(result[1], (Long) fields.get(2));
			}
		}
		return result;
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
