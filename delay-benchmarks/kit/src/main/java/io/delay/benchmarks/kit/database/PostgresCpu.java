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
 * The CPU time of a PostgreSQL on this machine: of all its processes, including those
 * that have ended.
 *
 * @since 0.1.0
 */
public final class PostgresCpu {

	private static final double TICKS_PER_SECOND = 100;

	// Fields of /proc/PID/stat after the name of the program

	private static final int PARENT = 1;

	private static final int FIRST_TIME = 11;

	/** User and system time. */
	private static final int OWN_TIMES = 2;

	/** In addition, the times of children that have ended. */
	private static final int ALL_TIMES = 4;

	private final long postmaster;

	private PostgresCpu(long postmaster) {
		this.postmaster = postmaster;
	}

	/**
	 * Find the processes of a server.
	 * @param dataSource connects to the server
	 * @return its CPU time
	 */
	public static PostgresCpu of(DataSource dataSource) {
		try (Connection connection = dataSource.getConnection();
				Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
			row.next();
			return new PostgresCpu(fields(row.getLong(1))[PARENT]);
		}
		catch (SQLException | IOException ex) {
			throw new IllegalStateException("The processes of PostgreSQL cannot be read", ex);
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
	 * @return the time in seconds
	 */
	public double seconds() {
		long ticks = ticks(this.postmaster, ALL_TIMES);
		ticks += ProcessHandle.of(this.postmaster)
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
