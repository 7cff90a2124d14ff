// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * MySQL and MariaDB.
 */
final class MySqlDialect implements Dialect {

	private static final int DEADLOCK = 1213;

	private static final int LOCK_WAIT_TIMEOUT = 1205;

	private static final int RECORD_CHANGED = 1020;

	/** A member of Group Replication has changed the same rows. */
	private static final int ROLLED_BACK_BY_GROUP = 3101;

	private static final int CHECK_VIOLATED = 3819;

	/** The name of the variable, which MariaDB knows only since 11.1 by that of MySQL. */
	private final String isolation;

	MySqlDialect(boolean isMariaDb) {
		this.isolation = isMariaDb ? "tx_isolation" : "transaction_isolation";
	}

	@Override
	public String name() {
		return "mysql";
	}

	@Override
	public String clock() {
		return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
	}

	@Override
	public @Nullable String insertTail() {
		return null;
	}

	@Override
	public String lockingInsertTail() {
		return " ON DUPLICATE KEY UPDATE size = size";
	}

	@Override
	public String insertOrAdd(NumberRows rows) {
		return "INSERT INTO " + rows.table() + " (" + String.join(", ", rows.columns()) + ") VALUES " + rows.values()
				+ " ON DUPLICATE KEY UPDATE " + NumberRows.each(rows.numbers(), "%1$s = %1$s + VALUES(%1$s)", ", ");
	}

	@Override
	public String byId(String table) {
		return table + " FORCE INDEX (PRIMARY)";
	}

	// FOR SHARE is unknown to MariaDB
	@Override
	public String committedTail() {
		return " LOCK IN SHARE MODE";
	}

	// The driver would set each of them in a round trip
	@Override
	public String begin(boolean isWaitLimited) {
		return "SET autocommit = 0, SESSION " + this.isolation + " = 'READ-COMMITTED'"
				+ (isWaitLimited ? ", SESSION innodb_lock_wait_timeout = 1" : "");
	}

	@Override
	public String end(boolean autoCommit, List<String> changed) {
		return "SET autocommit = " + (autoCommit ? 1 : 0) + ", SESSION " + this.isolation + " = '" + changed.get(0)
				+ "', SESSION innodb_lock_wait_timeout = " + changed.get(1);
	}

	@Override
	public boolean isAutoCommitSet() {
		return true;
	}

	@Override
	public List<String> changed() {
		return List.of("@@SESSION." + this.isolation, "@@SESSION.innodb_lock_wait_timeout");
	}

	@Override
	public String bigint() {
		return "signed";
	}

	@Override
	public boolean isConflict(SQLException exception) {
		int code = exception.getErrorCode();
		return code == DEADLOCK || isLockTimeout(exception) || code == RECORD_CHANGED || code == ROLLED_BACK_BY_GROUP
				|| Dialect.super.isConflict(exception);
	}

	@Override
	public boolean isLockTimeout(SQLException exception) {
		return exception.getErrorCode() == LOCK_WAIT_TIMEOUT;
	}

	@Override
	public boolean isViolation(SQLException exception) {
		return exception.getErrorCode() == CHECK_VIOLATED;
	}

	@Override
	public int usualIsolation() {
		return Connection.TRANSACTION_REPEATABLE_READ;
	}

	@Override
	public List<ServerProblem> serverProblems() {
		return List.of(new ServerProblem("SELECT 1 FROM DUAL WHERE @@GLOBAL.read_only = 1",
				"The database server is read-only, like a replica, so jobs can be neither submitted nor handled. "
						+ "Set spring.datasource.url to the primary server"),
				new ServerProblem(
						"SELECT @@GLOBAL.innodb_flush_log_at_trx_commit FROM DUAL "
								+ "WHERE @@GLOBAL.innodb_flush_log_at_trx_commit IN (0, 2)",
						"The database server confirms commits before they are on its disk "
								+ "(innodb_flush_log_at_trx_commit is %s), so a crash of its machine loses the last "
								+ "submitted jobs. Set innodb_flush_log_at_trx_commit to 1"),
				new ServerProblem(
						"SELECT 1 FROM DUAL WHERE @@GLOBAL.log_bin = 1 AND @@GLOBAL.binlog_format = 'STATEMENT'",
						"The database server logs statements instead of rows (binlog_format is STATEMENT), so it refuses "
								+ "changes with the isolation READ COMMITTED, and jobs can be neither submitted nor "
								+ "handled. Set binlog_format to ROW or MIXED"));
	}

	// The list has the time zone of the system. It is rejected without the privilege
	// PROCESS
	@Override
	public ServerProblem longTransaction() {
		String now = "CONVERT_TZ(UTC_TIMESTAMP(), '+00:00', 'SYSTEM')";
		return new ServerProblem(
				"SELECT CONCAT(TIMESTAMPDIFF(MINUTE, trx_started, " + now
						+ "), ' minutes (connection ', trx_mysql_thread_id, ')') FROM information_schema.innodb_trx "
						+ "WHERE trx_mysql_thread_id <> CONNECTION_ID() AND trx_started <= " + now
						+ " - INTERVAL ? SECOND ORDER BY trx_started LIMIT 1",
				"A transaction of the database has been open for %s. Until it ends, purge cannot remove the rows of "
						+ "finished jobs, and the store becomes slower with each job. End this transaction");
	}

}
