// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.beanstalkd;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;

import static org.awaitility.Awaitility.await;

/**
 * A beanstalkd of the path, for one test.
 */
final class BeanstalkdProcess implements AutoCloseable {

	static final String HOST = "127.0.0.1";

	private static final String PROGRAM = "beanstalkd";

	private static final int MAX_WAIT_SECONDS = 30;

	private final int port = findFreePort();

	private final Process process;

	private BeanstalkdProcess() {
		try {
			this.process = new ProcessBuilder(PROGRAM, "-l", HOST, "-p", String.valueOf(this.port))
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// Skips the test if beanstalkd is not installed.
	static BeanstalkdProcess start() {
		Assumptions.assumeTrue(isInstalled(),
				"Test skipped: 'beanstalkd' is not on the path; Debian's package 'beanstalkd' contains it");
		BeanstalkdProcess server = new BeanstalkdProcess();
		await().atMost(MAX_WAIT_SECONDS, TimeUnit.SECONDS)
			.ignoreExceptions()
			.untilAsserted(() -> server.connect().close());
		return server;
	}

	private static boolean isInstalled() {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.anyMatch((folder) -> Files.isExecutable(Path.of(folder, PROGRAM)));
	}

	static int findFreePort() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	int port() {
		return this.port;
	}

	BeanstalkdClient connect() {
		return new BeanstalkdClient(HOST, this.port);
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().orTimeout(MAX_WAIT_SECONDS, TimeUnit.SECONDS).join();
	}

}
