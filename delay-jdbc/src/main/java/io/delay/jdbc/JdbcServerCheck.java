// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.util.Assert;

import io.delay.jdbc.dialect.Dialect.ServerProblem;
import io.delay.jdbc.session.Sessions;

/**
 * Checks the server of a {@link JdbcDatabase} for problems: a read-only server, settings
 * that lose confirmed jobs in a crash, autovacuum of PostgreSQL that is off, a stricter
 * isolation than usual, missing indexes, and transactions that have been open for a long
 * time. Settings and transactions that the user of the database cannot read are not
 * reported.
 *
 * @since 0.1.0
 */
public final class JdbcServerCheck {

	private static final Log logger = LogFactory.getLog(JdbcServerCheck.class);

	private static final Duration LONG = Duration.ofMinutes(10);

	private final JdbcDatabase database;

	/**
	 * Create a check.
	 * @param database the database, which is not used until a method is called
	 */
	public JdbcServerCheck(JdbcDatabase database) {
		Assert.notNull(database, "'database' must not be null");
		this.database = database;
	}

	/**
	 * Check the settings of the server and of the connections, and the indexes.
	 * @return one message for each problem, with what to change; empty if there is none
	 * @throws DataAccessException if the database cannot be reached
	 * @throws IllegalStateException if jobs cannot be stored in this database or in its
	 * version
	 */
	public List<String> settings() {
		List<String> problems = new ArrayList<>();
		Sessions sessions = sessions();
		sessions.dialect().serverProblems().forEach((problem) -> problems.addAll(find(sessions, problem, List.of())));
		if (sessions.isolation() > sessions.dialect().usualIsolation()) {
			problems.add("The isolation of database connections is " + isolation(sessions.isolation())
					+ ", so submits, cancels and reschedules in transactions of the application can fail with a "
					+ "CannotAcquireLockException, after which these transactions must be repeated. Set the isolation to "
					+ isolation(sessions.dialect().usualIsolation()) + " where that is possible, for instance with "
					+ "spring.datasource.hikari.transaction-isolation");
		}
		problems.addAll(new JdbcSchema(this.database).missingIndexes());
		return problems;
	}

	private static String isolation(int level) {
		return switch (level) {
			case Connection.TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
			case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
			default -> "SERIALIZABLE";
		};
	}

	/**
	 * Check whether another transaction of the database has been open for more than ten
	 * minutes.
	 * @return a message with the oldest transaction, empty if there is none
	 * @throws DataAccessException if the database cannot be reached
	 * @throws IllegalStateException if jobs cannot be stored in this database or in its
	 * version
	 */
	public List<String> longTransactions() {
		return longTransactions(LONG);
	}

	List<String> longTransactions(Duration limit) {
		Sessions sessions = sessions();
		ServerProblem problem = sessions.dialect().longTransaction();
		return (problem != null) ? find(sessions, problem, List.of(limit.toSeconds())) : List.of();
	}

	private Sessions sessions() {
		return this.database.works().sessions();
	}

	private static List<String> find(Sessions sessions, ServerProblem problem, List<Object> values) {
		try {
			return sessions.<List<String>>own((session) -> session.texts(problem.sql(), values))
				.stream()
				.map((value) -> String.format(Locale.ROOT, problem.text(), value))
				.toList();
		}
		catch (DataAccessResourceFailureException ex) {
			throw ex;
		}
		catch (DataAccessException ex) {
			logger.debug("A part of the check of the database server was left out because its query failed", ex);
			return List.of();
		}
	}

}
