// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.SQLException;
import java.util.Set;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionTranslator;

import io.delay.jdbc.dialect.Dialect;

/**
 * Translates failures of the database into exceptions of Spring.
 */
final class Failures {

	/** The statement was cancelled, or never sent because the connection was closed. */
	private static final Set<String> NOT_EXECUTED = Set.of("57014", "08003");

	private static final int STATE_LENGTH = 5;

	/**
	 * The classes of states with which servers refuse statements: not supported, data,
	 * constraints, state of the transaction, syntax and rights, views, resources, limits,
	 * triggers.
	 */
	private static final Set<String> REFUSALS = Set.of("0A", "22", "23", "25", "42", "44", "53", "54", "P0");

	private final SQLExceptionTranslator translator;

	private final Dialect dialect;

	Failures(SQLExceptionTranslator translator, Dialect dialect) {
		this.translator = translator;
		this.dialect = dialect;
	}

	// False if the statement may have been committed, for example because the connection
	// was lost
	static boolean isRolledBack(DataAccessException failure) {
		if (failure instanceof CannotAcquireLockException) {
			return true;
		}
		// The driver adds a cause to what it reports itself, maybe after the commit
		if (!(failure.getCause() instanceof SQLException cause) || cause.getCause() != null
				|| cause.getNextException() != null) {
			return false;
		}
		String state = String.valueOf(cause.getSQLState());
		return NOT_EXECUTED.contains(state)
				|| (state.length() == STATE_LENGTH && REFUSALS.contains(state.substring(0, 2)));
	}

	boolean isLockTimeout(CannotAcquireLockException conflict) {
		return conflict.getCause() instanceof SQLException cause && this.dialect.isLockTimeout(cause);
	}

	DataAccessException translate(String sql, SQLException exception) {
		if (this.dialect.isConflict(exception)) {
			return new CannotAcquireLockException("The transaction conflicts with a transaction of another connection",
					exception);
		}
		if (this.dialect.isViolation(exception)) {
			return new DataIntegrityViolationException("The statement violates a constraint: " + sql, exception);
		}
		DataAccessException translated = this.translator.translate("Delay", sql, exception);
		// The driver of MySQL reports a lost connection as one that can be recovered. The
		// statement is not the cause, and would fill the log
		if (translated instanceof RecoverableDataAccessException
				|| translated instanceof DataAccessResourceFailureException) {
			return new DataAccessResourceFailureException("The database cannot be used: " + exception.getMessage(),
					exception);
		}
		return (translated != null) ? translated : new UncategorizedSQLException("Delay", sql, exception);
	}

}
