// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * An application in a JVM of its own as its parent sees it. Closing it kills it.
 */
final class ChildProcess implements AutoCloseable {

	private final Process process;

	private final Map<String, Instant> held = new ConcurrentHashMap<>();

	private ChildProcess(Process process) {
		this.process = process;
		Thread reader = new Thread(this::read, "child-worker-output");
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Start a {@link ChildWorker}.
	 */
	static ChildProcess start(int port, String namespace, String topic, int concurrency, Duration ttr)
			throws IOException {
		return start(ChildWorker.class, Integer.toString(port), namespace, topic, Integer.toString(concurrency),
				ttr.toString());
	}

	/**
	 * Start any other application.
	 */
	static ChildProcess start(Class<?> application, String... arguments) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
				"-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote", "-cp"));
		command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
		command.add(application.getName());
		command.addAll(List.of(arguments));
		return new ChildProcess(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
	}

	/**
	 * The jobs that a {@link ChildWorker} holds, and the ends of their leases.
	 */
	Map<String, Instant> held() {
		return this.held;
	}

	/**
	 * Kill the child with SIGKILL.
	 */
	void kill() throws InterruptedException {
		this.process.destroyForcibly();
		if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
			throw new IllegalStateException("The child " + this.process.pid() + " does not die");
		}
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

	private void read() {
		try (BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				if (line.startsWith(ChildWorker.HOLDS)) {
					String[] words = line.split(" ");
					this.held.put(words[1], Instant.parse(words[2]));
				}
			}
		}
		catch (IOException ex) {
			// the child is dead
		}
	}

}
