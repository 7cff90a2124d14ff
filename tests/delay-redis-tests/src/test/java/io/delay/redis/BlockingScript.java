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

package io.delay.redis;

import java.time.Duration;

import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A script of another application that never ends by itself, so that Redis replies to
 * each command with {@code BUSY} until it is closed. The server needs a low
 * {@code lua-time-limit}.
 */
final class BlockingScript implements AutoCloseable {

	private final RedisClient client;

	BlockingScript(int port) {
		this.client = RedisClient.create(RedisURI.create("localhost", port));
		this.client.connect().async().eval("while true do end", ScriptOutputType.STATUS);
		var other = this.client.connect().sync();
		await().atMost(Duration.ofSeconds(10))
			.untilAsserted(() -> assertThatExceptionOfType(RedisBusyException.class).isThrownBy(() -> other.get("a")));
	}

	@Override
	public void close() {
		this.client.connect().sync().scriptKill();
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
	}

}
