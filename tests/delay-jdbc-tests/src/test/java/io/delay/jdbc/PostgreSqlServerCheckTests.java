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
	void commitsThatDoNotWaitForTheDiskAreFound() {
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
	void aReadOnlyDatabaseIsFound() {
		assertThat(settingsAfter("SET default_transaction_read_only = on"))
			.anyMatch((problem) -> problem.startsWith("The database is read-only"));
	}

	@Test
	void whatTheUserMustNotReadIsNoProblem() throws SQLException {
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
