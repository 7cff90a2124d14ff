// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Another JVM of the same Java, whose output is read line by line.
 *
 * @since 0.1.0
 */
public final class ChildJvm implements AutoCloseable {

	private static final int ENDING_SECONDS = 10;

	private final Process process;

	private final Thread reader;

	private ChildJvm(Process process, Consumer<String> lines) {
		this.process = process;
		this.reader = new Thread(() -> read(lines), "output-of-" + process.pid());
		this.reader.setDaemon(true);
		this.reader.start();
	}

	/**
	 * Start a JVM.
	 * @param arguments the arguments after the class path: options, the main class and
	 * its arguments
	 * @param lines receives each line that it prints, on a separate thread
	 */
	public static ChildJvm start(String classPath, List<String> arguments, Consumer<String> lines) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.add("-cp");
		command.add(classPath);
		command.addAll(arguments);
		try {
			return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start(), lines);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Wait until the JVM has ended.
	 * @param maxWait how long to wait at most
	 * @return whether it has ended normally in that time
	 * @throws InterruptedException if the thread is interrupted
	 */
	public boolean await(Duration maxWait) throws InterruptedException {
		if (!this.process.waitFor(maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
			return false;
		}
		this.reader.join(TimeUnit.SECONDS.toMillis(ENDING_SECONDS));
		return this.process.exitValue() == 0;
	}

	/**
	 * Stop the JVM, with SIGTERM if the platform has it, and wait until it has ended.
	 * @param maxWait how long to wait at most
	 * @return whether it has ended in that time, normally or not
	 * @throws InterruptedException if the thread is interrupted
	 */
	public boolean terminate(Duration maxWait) throws InterruptedException {
		// Unlike that of the process, this leaves its output to be read
		this.process.toHandle().destroy();
		if (!this.process.waitFor(maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
			return false;
		}
		this.reader.join(TimeUnit.SECONDS.toMillis(ENDING_SECONDS));
		return true;
	}

	/**
	 * Kill the JVM and all processes that it has started, without a chance to end
	 * properly.
	 */
	@Override
	public void close() {
		this.process.descendants().forEach(ProcessHandle::destroyForcibly);
		this.process.destroyForcibly();
		this.process.onExit().orTimeout(ENDING_SECONDS, TimeUnit.SECONDS).join();
	}

	private void read(Consumer<String> lines) {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				lines.accept(line);
			}
		}
		catch (IOException ex) {
			// It was killed
		}
	}

}
