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

package io.delay.benchmarks.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

import org.springframework.util.FileSystemUtils;

/**
 * A server in a process of its own, on a free port of this machine.
 */
final class ServerProcess implements AutoCloseable {

	private static final int PATIENCE_SECONDS = 60;

	private static final int GAP_MILLIS = 20;

	private final int port;

	private final Path directory;

	private final Process process;

	private ServerProcess(int port, Path directory, Process process) {
		this.port = port;
		this.directory = directory;
		this.process = process;
	}

	/**
	 * Start a server and wait until it accepts connections.
	 * @param command creates the command for a port
	 * @return the server
	 */
	static ServerProcess start(IntFunction<List<String>> command) {
		try {
			int port = freePort();
			Path directory = Files.createTempDirectory("delay-benchmark");
			Process process = new ProcessBuilder(command.apply(port)).redirectErrorStream(true)
				.redirectOutput(directory.resolve("log").toFile())
				.start();
			ServerProcess server = new ServerProcess(port, directory, process);
			server.awaitConnections();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private void awaitConnections() throws IOException {
		long start = System.nanoTime();
		while (!isOpen()) {
			if (!this.process.isAlive() || System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
				String log = Files.readString(this.directory.resolve("log"));
				close();
				throw new IllegalStateException("The server did not start: " + log);
			}
			pause();
		}
	}

	private boolean isOpen() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Interrupted while a server starts", ex);
		}
	}

	int port() {
		return this.port;
	}

	long pid() {
		return this.process.pid();
	}

	@Override
	public void close() {
		this.process.destroy();
		try {
			if (!this.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
				this.process.destroyForcibly();
			}
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Interrupted while a server stops", ex);
		}
	}

}
