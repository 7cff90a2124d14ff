// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The differences between databases.
 */
public interface Dialect {

	/**
	 * Return the name of the database, which is also that of the directory of its
	 * scripts.
	 */
	String name();

	/**
	 * Return the expression for the current time in microseconds since the epoch, which
	 * must advance during a transaction; {@code null} if the clock of the JVM is used.
	 */
	@Nullable String clock();

	/**
	 * Return the end of an insert statement that makes it skip rows that exist, and can
	 * return the rows that it has inserted; {@code null} if the transaction can continue
	 * after the insert of an existing row has failed.
	 */
	@Nullable String insertTail();

	/**
	 * Return the end of an insert statement that makes it lock rows that exist, and
	 * nothing else. Where a lock on an id without a row locks the gap between the ids
	 * beside it, rows are inserted for such ids and locked instead. It is {@code null} if
	 * the database does not lock gaps.
	 */
	default @Nullable String lockingInsertTail() {
		return null;
	}

	/**
	 * Return a statement that inserts rows, or adds their numbers to those of rows that
	 * exist.
	 */
	String insertOrAdd(NumberRows rows);

	default String bigint() {
		return "bigint";
	}

	/**
	 * Return the end of a select statement that makes it read what is committed, although
	 * the transaction of the caller may read an earlier state otherwise.
	 */
	default String committedTail() {
		return "";
	}

	/** Whether a sorted range with a limit locks only the rows within the limit. */
	default boolean isRangeLockLimited() {
		return true;
	}

	/**
	 * Whether the database has {@code id = ANY (?)}, {@code RETURNING} and {@code ON
	 * CONFLICT DO NOTHING}.
	 */
	default boolean isArraySupported() {
		return false;
	}

	/**
	 * Return functions for the first statement that make the plans of the transaction
	 * independent of statistics, which may be those of a moment at which the tables were
	 * empty, or do not contain the times of newer jobs. They also end the transaction of
	 * an instance that was stopped, so that it loses its locks.
	 */
	default @Nullable String planFunctions() {
		return null;
	}

	/**
	 * Return a function for the first statement that lets the transaction be committed
	 * before it is on the disk. A crash of the database can undo it, but not without
	 * those that follow it.
	 */
	default @Nullable String earlyCommitFunction() {
		return null;
	}

	/**
	 * Return an expression for a column that no index serves, so that a statement reads
	 * by the index of another column, whatever the statistics are.
	 */
	default String withoutIndex(String column) {
		return column;
	}

	/**
	 * Return the table in a query for rows with given ids that locks no other rows. In a
	 * small topic, MySQL would read and lock all rows of the topic.
	 */
	default String byId(String table) {
		return table;
	}

	default String indexTest(String table, String index) {
		return "SELECT 1 FROM " + table + " USE INDEX (" + index.substring(index.indexOf('.') + 1) + ") WHERE 1 = 0";
	}

	/**
	 * Return a statement that prepares a connection for a transaction, which waits for
	 * locks for a short time only if the wait is limited. If it sets autocommit, it also
	 * sets the isolation READ COMMITTED. It is {@code null} if JDBC sets everything.
	 */
	default @Nullable String begin(boolean isWaitLimited) {
		return null;
	}

	/**
	 * Return the statement that undoes {@link #begin}. If {@link #begin} has switched
	 * autocommit off, this statement commits.
	 */
	default String end(boolean autoCommit, List<String> changed) {
		throw new IllegalStateException("There is nothing to undo");
	}

	/** Whether {@link #begin} sets autocommit, so that {@link #end} commits. */
	default boolean isAutoCommitSet() {
		return false;
	}

	/**
	 * Return expressions for the settings that {@link #begin} changes besides autocommit.
	 */
	default List<String> changed() {
		return List.of();
	}

	/**
	 * Return a function for the first statement that limits for how long the statements
	 * of the transaction wait for locks.
	 */
	default @Nullable String lockWaitFunction() {
		return null;
	}

	default Object bind(String id) {
		return id;
	}

	default String id(Object value) {
		return (String) value;
	}

	/**
	 * Return the expression for the name of the channel of a table, on which instances
	 * notify each other; {@code null} if the database has no notifications.
	 */
	default @Nullable String channel(String table) {
		return null;
	}

	default boolean isConflict(SQLException exception) {
		String state = exception.getSQLState();
		return "40001".equals(state) || "40P01".equals(state);
	}

	default boolean isTimeoutOfStatement() {
		return true;
	}

	default boolean isLockTimeout(SQLException exception) {
		return false;
	}

	/**
	 * Whether a statement violates a constraint, although Spring does not know the code.
	 */
	default boolean isViolation(SQLException exception) {
		return false;
	}

	default int usualIsolation() {
		return Connection.TRANSACTION_READ_COMMITTED;
	}

	/** Return the settings of a server that lose jobs or make the store slow. */
	default List<ServerProblem> serverProblems() {
		return List.of();
	}

	/**
	 * Return the problem of transactions that are open for a long time. Its query has the
	 * time in seconds as its parameter. It is {@code null} if the database has no list of
	 * transactions.
	 */
	default @Nullable ServerProblem longTransaction() {
		return null;
	}

	/**
	 * A problem that a database server can have.
	 *
	 * @param sql a query that returns a row if the server has the problem
	 * @param text what the problem is and what to change, a format string into which the
	 * first column of the row is inserted
	 */
	record ServerProblem(String sql, String text) {

	}

}
