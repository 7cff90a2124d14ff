// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;

/**
 * A real Redis server on a free port of the loopback address. Its files are deleted when
 * it is closed.
 */
final class EmbeddedRedis implements AutoCloseable {

	static final String HOST = "127.0.0.1";

	private final Path directory;

	private final int port;

	private final RedisServer server;

	private EmbeddedRedis(Path directory) throws IOException {
		this.directory = directory;
		this.port = freePort();
		this.server = RedisServer.newRedisServer()
			.executableProvider(ExecutableProvider.newJarResourceProvider(directory.toFile()))
			.port(this.port)
			.bind(HOST)
			.setting("dir " + directory)
			.setting("save \"\"")
			.build();
	}

	/**
	 * Start a server.
	 * @return the running server
	 * @throws EmbeddedRedisException if it cannot be started on this machine
	 */
	static EmbeddedRedis start() {
		checkPlatform(System.getProperty("os.name"));
		Path directory = null;
		try {
			directory = Files.createTempDirectory("delay-sample-redis");
			EmbeddedRedis redis = new EmbeddedRedis(directory);
			redis.server.start();
			return redis;
		}
		catch (IOException | RuntimeException ex) {
			delete(directory, ex);
			throw new EmbeddedRedisException("The embedded Redis does not start on this machine: " + ex.getMessage(),
					ex);
		}
	}

	static void checkPlatform(String osName) {
		if (osName.toLowerCase(Locale.ROOT).startsWith("windows")) {
			throw new EmbeddedRedisException("There is no embedded Redis 6.2 for Windows.", null);
		}
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() throws IOException {
		this.server.stop();
		FileSystemUtils.deleteRecursively(this.directory);
	}

	private static void delete(@Nullable Path directory, Exception failure) {
		try {
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			failure.addSuppressed(ex);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
			return socket.getLocalPort();
		}
	}

	/**
	 * Thrown when the embedded Redis cannot be started.
	 */
	static class EmbeddedRedisException extends RuntimeException {

		EmbeddedRedisException(String message, @Nullable Throwable cause) {
			super(message, cause);
		}

	}

}
