// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the check of a PostgreSQL server finds.
 */
@Tag("thorough")
class PostgreSqlServerCheckTests extends ServerCheckContract {

	PostgreSqlServerCheckTests() {
		super(TestDatabase.POSTGRESQL);
	}

	@Test
	void commitsThatDoNotWaitForTheDiskAreReported() {
		// EmbeddedPostgres starts the server without fsync
		assertThat(settingsAfter("SET synchronous_commit = off"))
			.anyMatch((problem) -> problem.contains("Set synchronous_commit to on"))
			.anyMatch((problem) -> problem.contains("Set fsync to on"));
		assertThat(settingsAfter("SET synchronous_commit = on"))
			.noneMatch((problem) -> problem.contains("synchronous_commit"))
			.noneMatch((problem) -> problem.contains("utovacuum"))
			.noneMatch((problem) -> problem.contains("read-only"));
	}

	@Test
	void aReadOnlyDatabaseIsReported() {
		assertThat(settingsAfter("SET default_transaction_read_only = on"))
			.anyMatch((problem) -> problem.startsWith("The database is read-only"));
	}

	@Test
	void settingsThatTheUserMayNotReadAreNotReported() throws SQLException {
		TestDatabase.POSTGRESQL.execute("DROP ROLE IF EXISTS reader", "CREATE ROLE reader",
				"REVOKE SELECT ON pg_catalog.pg_prepared_xacts FROM PUBLIC");
		try (Connection other = TestDatabase.POSTGRESQL.dataSource().getConnection()) {
			other.setAutoCommit(false);
			other.createStatement().execute("UPDATE delay_clock SET latest = latest");
			assertThat(after("SET ROLE reader", (check) -> check.longTransactions(Duration.ZERO))).isEmpty();
			assertThat(settingsAfter("SET ROLE reader")).noneMatch((problem) -> problem.contains("read-only"));
			other.rollback();
		}
		finally {
			TestDatabase.POSTGRESQL.execute("GRANT SELECT ON pg_catalog.pg_prepared_xacts TO PUBLIC");
		}
	}

}
