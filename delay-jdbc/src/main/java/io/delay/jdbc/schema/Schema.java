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

package io.delay.jdbc.schema;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.BadSqlGrammarException;

import io.delay.jdbc.dialect.ServerProblem;
import io.delay.jdbc.session.Sessions;

/**
 * The tables of a database.
 */
public final class Schema {

	/** More than the tables and indexes that instances can create at the same time. */
	private static final int ATTEMPTS = 20;

	private static final long LONGEST_PAUSE_MILLIS = 50;

	private final Sessions sessions;

	private final SchemaScript script;

	private final ServerProblem missingRow;

	/**
	 * Create the schema of a database.
	 * @param sessions the sessions of the database
	 * @param prefix the prefix of the tables
	 */
	public Schema(Sessions sessions, String prefix) {
		this.sessions = sessions;
		this.script = SchemaScript.of(sessions.dialect().name(), prefix);
		this.missingRow = new ServerProblem("SELECT COUNT(*) FROM " + prefix + "clock WHERE id = 1 HAVING COUNT(*) = 0",
				"Table " + prefix + "clock has no row, so instances use different times if the clock of the "
						+ "database is set back. Run the last INSERT of the script " + this.script.path());
	}

	/**
	 * Return where the script that creates the tables is on the class path.
	 * @return the path
	 */
	public String path() {
		return this.script.path();
	}

	/**
	 * Create the tables that are missing. If any table or column is missing, the whole
	 * script runs.
	 */
	public void create() {
		for (int attempt = 1;; attempt++) {
			try {
				if (!problems().isEmpty()) {
					runScript();
				}
				return;
			}
			catch (DataAccessResourceFailureException ex) {
				throw ex;
			}
			catch (DataAccessException ex) {
				// Another instance may have created the same table or index at the same
				// time. Databases report this by various errors, some of them internal
				if (attempt == ATTEMPTS) {
					throw ex;
				}
				pause();
			}
		}
	}

	private void runScript() {
		this.sessions.own((session) -> {
			this.script.statements().forEach((statement) -> session.update(statement, List.of()));
			return true;
		});
	}

	// Of different lengths, so that instances do not collide again
	private static void pause() {
		LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextLong(1, LONGEST_PAUSE_MILLIS + 1));
	}

	/**
	 * Return what prevents the tables from being used.
	 * @return the problems, empty if all tables and columns exist
	 * @throws DataAccessException if the database cannot be reached
	 */
	public List<String> problems() {
		List<String> problems = new ArrayList<>();
		this.script.tables().forEach((table, columns) -> {
			try {
				Set<String> missing = new LinkedHashSet<>(columns);
				missing.removeAll(this.sessions.<Set<String>>own((session) -> session.columns(table)));
				if (!missing.isEmpty()) {
					problems.add("Table " + table + " lacks the columns " + missing
							+ ", so it was created by another version of Delay or by another program");
				}
			}
			catch (BadSqlGrammarException ex) {
				problems.add("Table " + table + " is missing or cannot be read (" + firstLine(ex) + ")");
			}
		});
		return problems;
	}

	/**
	 * Return the problem that the row of the clock is missing, although the tables can be
	 * used.
	 * @return the problem
	 */
	public ServerProblem missingRow() {
		return this.missingRow;
	}

	private static String firstLine(DataAccessException failure) {
		String message = String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
		return message.lines().findFirst().orElse("");
	}

}
