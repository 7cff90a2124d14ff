/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
