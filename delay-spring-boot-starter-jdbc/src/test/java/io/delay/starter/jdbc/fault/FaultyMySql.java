// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.springframework.util.Assert;
import org.springframework.util.FileSystemUtils;

/**
 * A MySQL with the executable that the system property
 * {@code delay.test.mysql.executable} specifies.
 */
final class FaultyMySql implements FaultServer {

	static final String PROPERTY = "delay.test.mysql.executable";

	// Without its second port
	private static final String SERVE = "--mysqlx=OFF";

	private static final Duration MAX_WAIT = Duration.ofSeconds(120);

	private final Path directory;

	private final int port;

	private Process server;

	FaultyMySql() {
		try {
			this.directory = Files.createTempDirectory("delay-mysql");
			this.port = freePort();
			Process initialization = process("--initialize-insecure");
			Assert.state(
					initialization.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS) && initialization.exitValue() == 0,
					() -> "MySQL was not initialized, see " + log());
			this.server = process(SERVE);
			awaitStart();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private Path log() {
		return this.directory.resolve("log");
	}

	private Process process(String option) {
		List<String> command = new ArrayList<>(List.of(System.getProperty(PROPERTY), "--no-defaults", "--user=root",
				"--datadir=" + this.directory.resolve("data"), "--port=" + this.port, "--bind-address=127.0.0.1",
				"--socket=" + this.directory.resolve("socket"), "--pid-file=" + this.directory.resolve("pid"),
				"--secure-file-priv=NULL"));
		command.add(option);
		try {
			return new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void awaitStart() {
		Awaitility.await().atMost(MAX_WAIT).ignoreExceptionsInstanceOf(SQLException.class).until(() -> {
			Assert.state(this.server.isAlive(), () -> "MySQL has ended, see " + log());
			DriverManager.getConnection(url(this.port)).close();
			return true;
		});
	}

	@Override
	public String name() {
		return "MySQL";
	}

	@Override
	public String url(int port) {
		return "jdbc:mysql://localhost:" + port
				+ "/delay?createDatabaseIfNotExist=true&sslMode=DISABLED&allowPublicKeyRetrieval=true&user=root";
	}

	@Override
	public int port() {
		return this.port;
	}

	// The signal TERM, after which the server rolls back and writes its memory
	@Override
	public void stop() {
		this.server.destroy();
		try {
			Assert.state(this.server.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS), "MySQL did not stop");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void start() {
		this.server = process(SERVE);
		awaitStart();
	}

	@Override
	public void close() {
		stop();
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
