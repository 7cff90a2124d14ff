// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import redis.embedded.core.ExecutableProvider;

/**
 * The {@code redis-server} of this machine, otherwise the one of embedded-redis.
 */
final class RedisServer implements Store {

	private static final List<String> IN_MEMORY = List.of("--appendonly", "no");

	private static final List<String> APPEND_ONLY = List.of("--appendonly", "yes", "--appendfsync", "everysec");

	private final TemporaryFolder folder;

	private final LocalPort port;

	private final String description;

	private final Process process;

	private RedisServer(TemporaryFolder folder, LocalPort port, String description, Process process) {
		this.folder = folder;
		this.port = port;
		this.description = description;
		this.process = process;
	}

	static RedisServer start(boolean appendOnly) {
		TemporaryFolder folder = new TemporaryFolder();
		LocalPort port = LocalPort.findFree();
		String executable = Programs.find("redis-server").orElseGet(() -> unpack(folder)).toString();
		List<String> persistence = appendOnly ? APPEND_ONLY : IN_MEMORY;
		List<String> command = new ArrayList<>(List.of(executable, "--bind", LocalPort.HOST, "--port",
				String.valueOf(port.number()), "--dir", folder.path().toString(), "--save", ""));
		command.addAll(persistence);
		String description = Programs.run(List.of(executable, "--version")) + ", " + String.join(" ", persistence);
		RedisServer server = new RedisServer(folder, port, description, Programs.startServer(command));
		port.awaitServer();
		return server;
	}

	private static Path unpack(TemporaryFolder folder) {
		try {
			return ExecutableProvider.newJarResourceProvider(folder.path().toFile()).get().toPath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public List<String> arguments() {
		return List.of("host=" + LocalPort.HOST, "port=" + this.port.number());
	}

	@Override
	public String description() {
		return this.description;
	}

	@Override
	public void close() {
		Programs.stop(this.process);
		this.folder.close();
	}

}
