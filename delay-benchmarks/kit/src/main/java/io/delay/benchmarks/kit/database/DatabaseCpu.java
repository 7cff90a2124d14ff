// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

import javax.sql.DataSource;

/**
 * The CPU time of a database server on this machine: of all its processes, including
 * those that have ended.
 *
 * @since 0.1.0
 */
public final class DatabaseCpu {

	private static final double TICKS_PER_SECOND = 100;

	// Fields of /proc/PID/stat after the name of the program

	private static final int PARENT = 1;

	private static final int FIRST_TIME = 11;

	/** User and system time. */
	private static final int OWN_TIMES = 2;

	/** In addition, the times of children that have ended. */
	private static final int ALL_TIMES = 4;

	private static final long NOT_FOUND = -1;

	private final long server;

	private DatabaseCpu(long server) {
		this.server = server;
	}

	/**
	 * Find the processes of a server.
	 * @param dataSource connects to the server
	 * @return its CPU time, which is unknown if there is no such server on this machine
	 */
	public static DatabaseCpu of(DataSource dataSource) {
		try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
			return new DatabaseCpu(switch (connection.getMetaData().getDatabaseProductName()) {
				case "PostgreSQL" -> fields(Long.parseLong(read(statement, "SELECT pg_backend_pid()")))[PARENT];
				case "MySQL", "MariaDB" ->
					Long.parseLong(Files.readString(Path.of(read(statement, "SELECT @@GLOBAL.pid_file"))).strip());
				default -> NOT_FOUND;
			});
		}
		catch (SQLException | IOException ex) {
			return new DatabaseCpu(NOT_FOUND);
		}
	}

	private static String read(Statement statement, String sql) throws SQLException {
		try (ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getString(1);
		}
	}

	private static long[] fields(long process) throws IOException {
		String line = Files.readString(Path.of("/proc", String.valueOf(process), "stat"));
		String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
		return Arrays.stream(fields)
			.mapToLong((field) -> field.matches("-?\\d{1,18}") ? Long.parseLong(field) : 0)
			.toArray();
	}

	/**
	 * Return the CPU time that the server has used so far.
	 * @return the time in seconds, not a number if it is unknown
	 */
	public double seconds() {
		if (this.server == NOT_FOUND) {
			return Double.NaN;
		}
		long ticks = ticks(this.server, ALL_TIMES);
		ticks += ProcessHandle.of(this.server)
			.stream()
			.flatMap(ProcessHandle::children)
			.mapToLong((child) -> ticks(child.pid(), OWN_TIMES))
			.sum();
		return ticks / TICKS_PER_SECOND;
	}

	private static long ticks(long process, int times) {
		try {
			return Arrays.stream(fields(process)).skip(FIRST_TIME).limit(times).sum();
		}
		catch (NoSuchFileException ex) {
			return 0; // It has ended
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
