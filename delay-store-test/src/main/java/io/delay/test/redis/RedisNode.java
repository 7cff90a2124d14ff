// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;

import static org.awaitility.Awaitility.await;

/**
 * A Redis process of an {@link EmbeddedRedisCluster} or {@link EmbeddedRedisSentinels},
 * which a test can kill, freeze and restart. It keeps its port and its files. It listens
 * on the loopback address only.
 *
 * @since 0.1.0
 */
public final class RedisNode {

	/**
	 * The address of every node.
	 */
	public static final String HOST = "127.0.0.1";

	private static final Duration LONGEST_START = Duration.ofSeconds(10);

	private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

	private final RedisClient client;

	private final int port;

	private final Path directory;

	private final List<String> command;

	private @Nullable Process process;

	private boolean suspended;

	RedisNode(RedisClient client, RedisExecutable executable, int port, Path directory, List<String> settings,
			String... options) {
		this.client = client;
		this.port = port;
		this.directory = directory;
		Path configuration = directory.resolve("redis.conf");
		this.command = new ArrayList<>(List.of(executable.path(), configuration.toString()));
		this.command.addAll(List.of(options));
		List<String> lines = new ArrayList<>(
				List.of("port " + port, "bind " + HOST, "dir " + directory, "logfile redis.log"));
		lines.addAll(settings);
		try {
			Files.createDirectory(directory);
			Files.write(configuration, lines);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public int port() {
		return this.port;
	}

	/**
	 * Return the address as {@code host:port}.
	 * @return the address
	 */
	public String address() {
		return HOST + ":" + this.port;
	}

	/**
	 * Whether the node has a process that is not suspended.
	 * @return {@code false} after {@link #kill()} or {@link #suspend()}
	 */
	public synchronized boolean isRunning() {
		return isAlive() && !this.suspended;
	}

	/**
	 * Send a command to this node, without following redirections.
	 * @param <T> the type of the result
	 * @return the result
	 * @throws io.lettuce.core.RedisException if the node is unreachable or refuses the
	 * command
	 */
	public <T> T ask(Function<RedisCommands<String, String>, T> question) {
		try (StatefulRedisConnection<String, String> connection = this.client
			.connect(RedisURI.create(HOST, this.port))) {
			return question.apply(connection.sync());
		}
	}

	/**
	 * Start the process with its existing files. Returns once it accepts connections.
	 * @throws UncheckedIOException if it cannot be started
	 */
	public void start() {
		launch();
		awaitStarted();
	}

	synchronized void launch() {
		if (isAlive()) {
			throw new IllegalStateException("Node " + address() + " is already running");
		}
		try {
			this.process = new ProcessBuilder(this.command).redirectErrorStream(true)
				.redirectOutput(this.directory.resolve("output.log").toFile())
				.start();
			this.suspended = false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void awaitStarted() {
		await("Start of Redis node " + address()).atMost(LONGEST_START)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(5))
			.until(this::accepts);
	}

	private boolean accepts() {
		if (!isRunning()) {
			throw new IllegalStateException("Redis node " + address() + " has not started. Its log: " + log());
		}
		try (Socket socket = new Socket(InetAddress.getByName(HOST), this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	private String log() {
		try {
			Path log = this.directory.resolve("redis.log");
			return Files.readString(Files.exists(log) ? log : this.directory.resolve("output.log"));
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	/**
	 * Kill the process with SIGKILL, even if it is suspended. Returns once it has ended.
	 */
	public synchronized void kill() {
		if (this.process != null) {
			this.process.destroyForcibly();
			awaitExit(this.process);
		}
	}

	/**
	 * Stop the process gracefully, so that it writes its files.
	 */
	public synchronized void stop() {
		if (this.process != null) {
			this.process.destroy();
			awaitExit(this.process);
		}
	}

	/**
	 * Freeze the process with SIGSTOP: its connections stay open, but it does not answer.
	 */
	public synchronized void suspend() {
		signal("STOP");
		this.suspended = true;
	}

	/**
	 * Resume a suspended process.
	 */
	public synchronized void resume() {
		signal("CONT");
		this.suspended = false;
	}

	private boolean isAlive() {
		return this.process != null && this.process.isAlive();
	}

	private void signal(String name) {
		if (this.process == null || !this.process.isAlive()) {
			throw new IllegalStateException("Node " + address() + " is not running");
		}
		try {
			awaitExit(new ProcessBuilder("kill", "-" + name, Long.toString(this.process.pid())).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void awaitExit(Process process) {
		try {
			if (!process.waitFor(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
				process.destroyForcibly();
				throw new IllegalStateException("Process " + process.pid() + " does not end");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while process " + process.pid() + " ends", ex);
		}
	}

	@Override
	public String toString() {
		return "Redis node " + address();
	}

}
