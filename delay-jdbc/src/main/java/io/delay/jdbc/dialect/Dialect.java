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
	 * @return the name in lower case
	 */
	String name();

	/**
	 * Return the expression for the current time, which must advance during a
	 * transaction.
	 * @return an expression in microseconds since the epoch, {@code null} if the clock of
	 * the JVM is used
	 */
	@Nullable String clock();

	/**
	 * Return the end of an insert statement that makes it skip rows that exist. Such an
	 * insert can return the rows that it has inserted.
	 * @return the end of the statement; {@code null} if the transaction can continue
	 * after the insert of an existing row has failed
	 */
	@Nullable String insertTail();

	/**
	 * Return the end of an insert statement that makes it lock rows that exist, and
	 * nothing else. Where a lock on an id without a row locks the gap between the ids
	 * beside it, rows are inserted for such ids and locked instead.
	 * @return the end of the statement, {@code null} if the database does not lock gaps
	 */
	default @Nullable String lockingInsertTail() {
		return null;
	}

	/**
	 * Return a statement that inserts rows, or adds their numbers to those of rows that
	 * exist.
	 */
	String insertOrAdd(NumberRows rows);

	/** Return the name of the type of whole numbers of 64 bits in a cast. */
	default String bigint() {
		return "bigint";
	}

	/**
	 * Return the end of a select statement that makes it read what is committed, although
	 * the transaction of the caller may read an earlier state otherwise.
	 * @return the end of the statement, empty if there is none
	 */
	default String committedTail() {
		return "";
	}

	/**
	 * Whether a sorted range with a limit locks only the rows within the limit.
	 * @return {@code true} unless it locks the whole range
	 */
	default boolean isRangeLockLimited() {
		return true;
	}

	/**
	 * Whether a parameter can be an array, an update can return its rows, and an insert
	 * can leave out rows whose keys exist.
	 * @return {@code true} for {@code id = ANY (?)}, {@code RETURNING} and
	 * {@code ON CONFLICT DO NOTHING}
	 */
	default boolean isArraySupported() {
		return false;
	}

	/**
	 * Return functions that make the plans of the transaction independent of statistics,
	 * which may be those of a moment at which the tables were empty, or do not contain
	 * the times of newer jobs. They also end the transaction of an instance that was
	 * stopped, so that it loses its locks.
	 * @return expressions for the first statement, {@code null} if there are none
	 */
	default @Nullable String planFunctions() {
		return null;
	}

	/**
	 * Return a function that lets the transaction be committed before it is on the disk.
	 * A crash of the database can undo it, but not without those that follow it.
	 * @return an expression for the first statement, {@code null} if there is none
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
	 * @param table the name of the table
	 */
	default String byId(String table) {
		return table;
	}

	/**
	 * Return a statement that fails if an index is missing.
	 * @param table the name of the table
	 * @param index the name of the index, with the schema of the table
	 */
	default String indexTest(String table, String index) {
		return "SELECT 1 FROM " + table + " USE INDEX (" + index.substring(index.indexOf('.') + 1) + ") WHERE 1 = 0";
	}

	/**
	 * Return a statement that prepares a connection for a transaction. If it sets
	 * autocommit, it also sets the isolation READ COMMITTED.
	 * @param isWaitLimited whether the transaction waits for locks for a short time only
	 * @return the statement, {@code null} if there is nothing to set that JDBC does not
	 * set
	 */
	default @Nullable String begin(boolean isWaitLimited) {
		return null;
	}

	/**
	 * Return the statement that undoes {@link #begin}.
	 * @param autoCommit whether the connection had autocommit before; if {@link #begin}
	 * has switched it off, this statement commits
	 * @param changed the values of {@link #changed} before
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
	 * @return the expressions, empty if there are none
	 */
	default List<String> changed() {
		return List.of();
	}

	/**
	 * Return a function that limits for how long the statements of the transaction wait
	 * for locks.
	 * @return an expression for the first statement, {@code null} if there is none
	 */
	default @Nullable String lockWaitFunction() {
		return null;
	}

	/** Return the value that is passed to a statement for an id. */
	default Object bind(String id) {
		return id;
	}

	/** Return the id for a value that a statement has returned. */
	default String id(Object value) {
		return (String) value;
	}

	/**
	 * Return the expression for the name of the channel of a table, on which instances
	 * notify each other.
	 * @param table the name of the table
	 * @return the expression, {@code null} if the database has no notifications
	 */
	default @Nullable String channel(String table) {
		return null;
	}

	/**
	 * Whether a transaction failed because of a conflict with another transaction, so
	 * that it can be repeated.
	 */
	default boolean isConflict(SQLException exception) {
		String state = exception.getSQLState();
		return "40001".equals(state) || "40P01".equals(state);
	}

	/**
	 * Whether the timeout of a statement applies to this statement only.
	 * @return {@code false} if later statements of the connection have it, too
	 */
	default boolean isTimeoutOfStatement() {
		return true;
	}

	/** Whether a statement failed because it had waited too long for a lock. */
	default boolean isLockTimeout(SQLException exception) {
		return false;
	}

	/**
	 * Whether a statement violates a constraint, although Spring does not know the code.
	 */
	default boolean isViolation(SQLException exception) {
		return false;
	}

	/**
	 * Return the isolation that connections have unless it is set.
	 * @return one of the constants of {@link Connection}
	 */
	default int usualIsolation() {
		return Connection.TRANSACTION_READ_COMMITTED;
	}

	/**
	 * Return the settings of a server that lose jobs or make the store slow.
	 * @return the problems, empty if there are none
	 */
	default List<ServerProblem> serverProblems() {
		return List.of();
	}

	/**
	 * Return the problem of transactions that are open for a long time.
	 * @return the problem, whose query has the time in seconds as its parameter and
	 * returns the oldest transaction; {@code null} if the database has no list of
	 * transactions
	 */
	default @Nullable ServerProblem longTransaction() {
		return null;
	}

}
