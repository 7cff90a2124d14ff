// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

import java.sql.SQLException;
import java.util.List;

/**
 * PostgreSQL.
 */
final class PostgreSqlDialect implements Dialect {

	private static final String LOCK_NOT_AVAILABLE = "55P03";

	@Override
	public String name() {
		return "postgresql";
	}

	@Override
	public String clock() {
		return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS bigint)";
	}

	@Override
	public String insertTail() {
		return " ON CONFLICT DO NOTHING";
	}

	@Override
	public String insertOrAdd(NumberRows rows) {
		return "INSERT INTO " + rows.table() + " AS present (" + String.join(", ", rows.columns()) + ") VALUES "
				+ rows.values() + " ON CONFLICT (" + String.join(", ", rows.keys()) + ") DO UPDATE SET "
				+ NumberRows.each(rows.numbers(), "%1$s = present.%1$s + excluded.%1$s", ", ");
	}

	// The number of the table differs between schemas and prefixes, and the name has at
	// most 63 bytes
	@Override
	public String channel(String table) {
		return "'delay_' || CAST(CAST('" + table + "' AS regclass) AS oid)";
	}

	@Override
	public boolean isArraySupported() {
		return true;
	}

	@Override
	public String planFunctions() {
		// A bitmap scan reads all entries of a range before the first one can be used
		return "set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), "
				+ "set_config('idle_in_transaction_session_timeout', '5000', true)";
	}

	@Override
	public String earlyCommitFunction() {
		return "set_config('synchronous_commit', 'off', true)";
	}

	@Override
	public String withoutIndex(String column) {
		return "(" + column + " || '')";
	}

	@Override
	public String indexTest(String table, String index) {
		return "SELECT CAST('" + index + "' AS regclass)";
	}

	@Override
	public String lockWaitFunction() {
		return "set_config('lock_timeout', '20', true)";
	}

	@Override
	public boolean isLockTimeout(SQLException exception) {
		return LOCK_NOT_AVAILABLE.equals(exception.getSQLState());
	}

	@Override
	public List<ServerProblem> serverProblems() {
		return List.of(
				new ServerProblem("SELECT 1 FROM pg_settings WHERE name = 'transaction_read_only' AND setting = 'on'",
						"The database is read-only, like a replica, so jobs can be neither submitted nor handled. "
								+ "Set spring.datasource.url to the primary server"),
				new ServerProblem("SELECT 1 FROM pg_settings WHERE name = 'autovacuum' AND setting = 'off'",
						"Autovacuum of PostgreSQL is off, so the rows of finished jobs are not removed, and the store "
								+ "becomes slower with each job. Set autovacuum to on"),
				new ServerProblem("SELECT 1 FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'off'",
						"PostgreSQL confirms commits before they are on its disk, so a crash of the server loses the "
								+ "last submitted jobs. Set synchronous_commit to on"),
				new ServerProblem("SELECT 1 FROM pg_settings WHERE name = 'fsync' AND setting = 'off'",
						"PostgreSQL does not wait for its disk, so a crash of its machine can destroy all tables. "
								+ "Set fsync to on"));
	}

	// The times of other users' transactions are null without the role pg_read_all_stats
	@Override
	public ServerProblem longTransaction() {
		return new ServerProblem("""
				SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp() - start) / 60 AS bigint) || ' minutes (' || name || ')'
				FROM (SELECT xact_start AS start, 'process ' || pid || ', application ' || application_name AS name
				FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
				AND pid <> pg_backend_pid() AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
				UNION ALL SELECT prepared, 'prepared transaction ' || gid
				FROM pg_prepared_xacts WHERE database = current_database()) AS open
				WHERE start <= clock_timestamp() - CAST(? AS bigint) * INTERVAL '1 second'
				ORDER BY start LIMIT 1""",
				"A transaction of the database has been open for %s. Until it ends, vacuum cannot remove the rows of "
						+ "finished jobs, and the store becomes slower with each job. End this transaction; "
						+ "idle_in_transaction_session_timeout ends forgotten ones");
	}

}
