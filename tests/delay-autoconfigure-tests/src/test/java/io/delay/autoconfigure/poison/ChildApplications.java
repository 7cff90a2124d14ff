// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.poison;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Several {@link PoisonedApplication} JVMs; whichever ends is started again, as an
 * orchestrator does. Closing it kills them.
 */
final class ChildApplications implements AutoCloseable {

	private static final int LAST_LINES = 40;

	private final List<String> command = new ArrayList<>();

	private final Set<String> done = ConcurrentHashMap.newKeySet();

	private final List<Integer> exitCodes = new CopyOnWriteArrayList<>();

	private final Set<Process> running = ConcurrentHashMap.newKeySet();

	private boolean closed;

	ChildApplications(String... arguments) {
		this.command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		this.command.addAll(List.of("-Xmx48m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
				"-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"));
		this.command.add("-cp");
		this.command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
		this.command.add(PoisonedApplication.class.getName());
		this.command.addAll(List.of(arguments));
	}

	/**
	 * Start an application, and again whenever it ends.
	 */
	void start(String name) {
		Thread thread = new Thread(() -> run(name), name);
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * The ids of the jobs that were done.
	 */
	Set<String> done() {
		return this.done;
	}

	/**
	 * With what the applications ended that have ended by themselves.
	 */
	List<Integer> exitCodes() {
		return this.exitCodes;
	}

	@Override
	public synchronized void close() {
		this.closed = true;
		this.running.forEach(Process::destroyForcibly);
	}

	private void run(String name) {
		for (Process process = begin(); process != null; process = begin()) {
			List<String> lastLines = read(process);
			int exitCode = process.onExit().join().exitValue();
			ended(process, name, exitCode, lastLines);
		}
	}

	private synchronized Process begin() {
		if (this.closed) {
			return null;
		}
		try {
			Process process = new ProcessBuilder(this.command).redirectErrorStream(true).start();
			this.running.add(process);
			return process;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private List<String> read(Process process) {
		List<String> lastLines = new ArrayList<>();
		try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				if (line.startsWith(PoisonedApplication.DONE)) {
					this.done.add(line.substring(PoisonedApplication.DONE.length()));
					continue;
				}
				lastLines.add(line);
				if (lastLines.size() > LAST_LINES) {
					lastLines.remove(0);
				}
			}
		}
		catch (IOException ex) {
			// the child is dead
		}
		return lastLines;
	}

	private synchronized void ended(Process process, String name, int exitCode, List<String> lastLines) {
		this.running.remove(process);
		if (this.closed) {
			return;
		}
		this.exitCodes.add(exitCode);
		if (exitCode != PoisonedApplication.EXIT_CODE) {
			System.err.println(name + " ended with " + exitCode + ":\n" + String.join("\n", lastLines));
		}
	}

}
