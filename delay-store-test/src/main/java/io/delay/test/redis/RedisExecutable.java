// SPDX-License-Identifier: Apache-2.0

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
