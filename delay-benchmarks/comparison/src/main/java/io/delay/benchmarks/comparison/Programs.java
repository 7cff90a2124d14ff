// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Programs of this machine.
 */
final class Programs {

	private Programs() {
	}

	static Optional<Path> find(String name) {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((folder) -> Path.of(folder, name))
			.filter(Files::isExecutable)
			.findFirst();
	}

	// Runs a program and returns its output.
	static String run(List<String> command) {
		Process process = start(command, ProcessBuilder.Redirect.PIPE);
		CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process));
		if (!hasEndedWell(process)) {
			throw new IllegalStateException(command + " failed: " + output.join());
		}
		return output.join().strip();
	}

	static boolean succeeds(List<String> command) {
		return hasEndedWell(start(command, ProcessBuilder.Redirect.DISCARD));
	}

	static Process startServer(List<String> command) {
		return start(command, ProcessBuilder.Redirect.DISCARD);
	}

	static void stop(Process process) {
		process.destroy();
		process.onExit().orTimeout(MaxWait.SECONDS, TimeUnit.SECONDS).join();
	}

	private static Process start(List<String> command, ProcessBuilder.Redirect output) {
		try {
			return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String read(Process process) {
		try {
			return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean hasEndedWell(Process process) {
		try {
			if (process.waitFor(MaxWait.SECONDS, TimeUnit.SECONDS)) {
				return process.exitValue() == 0;
			}
			process.destroyForcibly();
			return false;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Interrupted while a program runs", ex);
		}
	}

}
