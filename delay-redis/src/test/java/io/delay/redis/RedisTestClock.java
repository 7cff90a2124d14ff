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
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * A clock that a test sets, kept in Redis. The scripts of {@link #library()} read it in
 * place of {@code TIME}; those of the production code cannot.
 */
final class RedisTestClock {

	private final StringRedisTemplate redis;

	private final String key;

	private Instant now = Instant.parse("2026-03-01T12:00:00Z");

	RedisTestClock(StringRedisTemplate redis, String namespace) {
		this.redis = redis;
		this.key = namespace + ":test-clock";
		set(this.now);
	}

	ScriptLibrary library() {
		return new ScriptLibrary(this::read);
	}

	// A file of the scripts, in which this clock is read.
	String read(String file) {
		if (!file.equals("_time")) {
			return ScriptLibrary.read(file);
		}
		return "local micros = tonumber(redis.call('GET', '" + this.key + "'))\n";
	}

	Instant now() {
		return this.now;
	}

	long millis() {
		return this.now.toEpochMilli();
	}

	void advance(Duration duration) {
		set(this.now.plus(duration));
	}

	void set(Instant instant) {
		this.now = instant;
		this.redis.opsForValue().set(this.key, Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, instant)));
	}

}
