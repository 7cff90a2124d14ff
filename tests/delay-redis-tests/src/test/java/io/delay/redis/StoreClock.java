// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * The real clock of Redis.
 */
public final class StoreClock {

	private final StringRedisTemplate redis;

	public StoreClock(StringRedisTemplate redis) {
		this.redis = redis;
	}

	public Instant now() {
		RedisCallback<Long> time = (connection) -> connection.serverCommands().time(TimeUnit.MICROSECONDS);
		return Instant.EPOCH.plus(this.redis.execute(time), ChronoUnit.MICROS);
	}

}
