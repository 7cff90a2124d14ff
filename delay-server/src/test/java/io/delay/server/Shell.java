// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs commands as a user does.
 */
final class Shell {

	private Shell() {
	}

	/**
	 * Run a script of bash and return all that it prints.
	 */
	static String run(Map<String, String> variables, String script) {
		try {
			Path output = Files.createTempFile("shell", ".txt");
			ProcessBuilder bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true)
				.redirectOutput(output.toFile());
			bash.environment().putAll(variables);
			Process process = bash.start();
			if (!process.waitFor(60, TimeUnit.SECONDS)) {
				process.destroyForcibly();
				throw new IllegalStateException("The script does not end: " + Files.readString(output));
			}
			String printed = Files.readString(output, StandardCharsets.UTF_8);
			Files.delete(output);
			return printed;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
