// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.wakeup;

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
