// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import org.springframework.util.FileSystemUtils;

/**
 * The processes of one group, with their executable, files and client. They end with the
 * JVM at the latest, unless the JVM is killed.
 */
final class RedisNodes implements AutoCloseable {

	/** The offset between the port of a cluster node and the port of its cluster bus. */
	private static final int BUS = 10_000;

	/**
	 * The lowest port of a node. All ports of nodes and cluster buses lie below the range
	 * for outgoing connections.
	 */
	private static final int FIRST_PORT = 11_000;

	private static final int LAST_PORT = 22_000;

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(3);

	private final RedisClient client = RedisClient.create();

	private final List<RedisNode> nodes = new ArrayList<>();

	private final Thread killer = new Thread(this::kill);

	private final Path directory;

	private final RedisExecutable executable;

	RedisNodes() {
		this.client.setOptions(ClientOptions.builder()
			.autoReconnect(false)
			.socketOptions(SocketOptions.builder().connectTimeout(COMMAND_TIMEOUT).build())
			.timeoutOptions(TimeoutOptions.enabled(COMMAND_TIMEOUT))
			.build());
		try {
			this.directory = Files.createTempDirectory("delay-redis");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.executable = RedisExecutable.in(this.directory);
		Runtime.getRuntime().addShutdownHook(this.killer);
	}

	// Adds a node without starting it.
	RedisNode add(List<String> settings, String... options) {
		int port = freePort();
		RedisNode node = new RedisNode(this.client, this.executable, port,
				this.directory.resolve(Integer.toString(port)), settings, options);
		this.nodes.add(node);
		return node;
	}

	List<RedisNode> all() {
		return List.copyOf(this.nodes);
	}

	Stream<RedisNode> running() {
		return this.nodes.stream().filter(RedisNode::isRunning);
	}

	void start() {
		this.nodes.forEach(RedisNode::launch);
		this.nodes.forEach(RedisNode::awaitStarted);
	}

	private void kill() {
		this.nodes.forEach(RedisNode::kill);
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Kill the processes and delete their files. */
	@Override
	public void close() {
		Runtime.getRuntime().removeShutdownHook(this.killer);
		kill();
		this.client.shutdown(0, 2, TimeUnit.SECONDS);
	}

	private int freePort() {
		for (int i = 0; i < 1000; i++) {
			int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
			boolean taken = this.nodes.stream().anyMatch((node) -> node.port() == port);
			if (!taken && isFree(port) && isFree(port + BUS)) {
				return port;
			}
		}
		throw new IllegalStateException("No free port between " + FIRST_PORT + " and " + LAST_PORT);
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (IOException ex) {
			return false;
		}
	}

}
