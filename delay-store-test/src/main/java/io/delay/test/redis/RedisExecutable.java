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

package io.delay.test.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import redis.embedded.core.ExecutableProvider;

/**
 * The Redis executable of servers that tests start: the embedded Redis, or the one that
 * the system property {@code delay.test.redis.executable} specifies.
 *
 * @param path the path of the executable
 */
record RedisExecutable(String path) {

	private static final String PROPERTY = "delay.test.redis.executable";

	// The embedded executable is unpacked into the directory.
	static RedisExecutable in(Path directory) {
		String named = System.getProperty(PROPERTY, "").trim();
		if (!named.isEmpty()) {
			return new RedisExecutable(named);
		}
		try {
			return new RedisExecutable(ExecutableProvider.newJarResourceProvider(directory.toFile()).get().toString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(
					"There is no embedded Redis for this platform. Specify a Redis 6.2 or later with -D" + PROPERTY,
					ex);
		}
	}

}
