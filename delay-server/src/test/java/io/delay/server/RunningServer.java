// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;

import io.delay.test.redis.EmbeddedRedis;

/**
 * The jar of the server in a process of its own.
 */
public final class RunningServer implements AutoCloseable {

	private static final Duration START = Duration.ofSeconds(90);

	private static final String[] QUICK_START = { "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
			"-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote" };

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Pattern PASSWORD = Pattern.compile("who has all roles: (\\S+)");

	private final Process process;

	private final Path log;

	private RunningServer(Process process, Path log) {
		this.process = process;
		this.log = log;
	}

	/**
	 * Start a server on a free port, in a JVM that starts quickly, and wait until it
	 * accepts requests.
	 */
	public static RunningServer start(EmbeddedRedis redis) {
		return start(redis, QUICK_START);
	}

	/**
	 * Start a server on a free port, in a JVM with the given options, and wait until it
	 * accepts requests.
	 */
	static RunningServer start(EmbeddedRedis redis, String... options) {
		try {
			Path log = Files.createTempFile("delay-server", ".log");
			List<String> command = new ArrayList<>();
			command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
			command.addAll(List.of(options));
			command.addAll(List.of("-jar", jar(), "--server.port=0", "--spring.data.redis.host=" + redis.host(),
					"--spring.data.redis.port=" + redis.port()));
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start();
			RunningServer server = new RunningServer(process, log);
			Awaitility.await()
				.atMost(START)
				.until(() -> !process.isAlive() || server.log().contains("Started DelayServerApplication"));
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String jar() {
		String jar = System.getProperty("delay.test.server");
		if (jar == null || !new File(jar).exists()) {
			throw new IllegalStateException(
					"There is no jar " + jar + ". Build it with mvn verify -pl delay-server -am");
		}
		return jar;
	}

	public String address() {
		return "http://localhost:" + found(PORT);
	}

	public String password() {
		return found(PASSWORD);
	}

	private String found(Pattern pattern) {
		Matcher matcher = pattern.matcher(log());
		if (!matcher.find()) {
			throw new IllegalStateException("The log has no " + pattern + ":\n" + log());
		}
		return matcher.group(1);
	}

	public String log() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Kill the process, as SIGKILL does.
	 */
	public void kill() {
		this.process.destroyForcibly();
		await();
	}

	/**
	 * Stop the process, and return its exit code.
	 */
	public int stop() {
		this.process.destroy();
		await();
		return this.process.exitValue();
	}

	private void await() {
		try {
			if (!this.process.waitFor(60, TimeUnit.SECONDS)) {
				throw new IllegalStateException("The server does not stop:\n" + log());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		kill();
		try {
			Files.deleteIfExists(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
