// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.springframework.util.FileSystemUtils;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis server for a single test, which the test can stop and start again. It keeps its
 * port and its files until it is closed. It listens on the loopback address only. The
 * system property {@code delay.test.redis.executable} can specify its executable.
 *
 * @since 0.1.0
 */
public final class EmbeddedRedis implements AutoCloseable {

	private final int port;

	private final List<String> settings;

	private final Path directory;

	private RedisServer server;

	private EmbeddedRedis(List<String> settings) throws IOException {
		this.port = freePort();
		this.settings = settings;
		this.directory = Files.createTempDirectory("delay-redis");
		this.server = build();
	}

	/**
	 * Start a server without persistence.
	 * @param settings lines of a Redis configuration, such as {@code appendonly yes}
	 * @return the running server
	 * @throws UncheckedIOException if there is no server for this platform, or if it does
	 * not start
	 */
	public static EmbeddedRedis start(String... settings) {
		try {
			EmbeddedRedis redis = new EmbeddedRedis(List.of(settings));
			redis.server.start();
			return redis;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not start an embedded Redis. "
					+ "Specify a Redis 6.2 or later with -Ddelay.test.redis=host:port, or use Docker", ex);
		}
	}

	public String host() {
		return "localhost";
	}

	public int port() {
		return this.port;
	}

	/**
	 * Stop the server gracefully, so that it writes its files.
	 */
	public void stop() {
		try {
			this.server.stop();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Start the server again after {@link #stop()}, with the same port and files.
	 */
	public void restart() {
		try {
			this.server = build();
			this.server.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Stop the server and delete its files.
	 */
	@Override
	public void close() {
		stop();
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private RedisServer build() throws IOException {
		RedisServerBuilder builder = RedisServer.newRedisServer()
			.executableProvider(() -> new File(RedisExecutable.in(this.directory).path()))
			.port(this.port)
			.bind("127.0.0.1")
			.setting("dir " + this.directory)
			.setting("save \"\"");
		this.settings.forEach(builder::setting);
		return builder.build();
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

}
