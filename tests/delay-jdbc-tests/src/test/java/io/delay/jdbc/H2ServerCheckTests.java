// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.time.Duration;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the check of H2 finds, which has no settings that endanger jobs and no list of
 * transactions.
 */
class H2ServerCheckTests {

	@Test
	void onlyAStricterIsolationIsReported() {
		HikariConfig config = TestDatabase.H2.config();
		config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
		try (HikariDataSource strict = new HikariDataSource(config);
				JdbcDatabase database = new JdbcDatabase(strict, JdbcJobStoreOptions.defaults());
				JdbcDatabase usual = new JdbcDatabase(TestDatabase.H2.dataSource(), JdbcJobStoreOptions.defaults())) {
			assertThat(new JdbcServerCheck(database).settings()).singleElement()
				.asString()
				.contains("is REPEATABLE READ", "CannotAcquireLockException", "Set the isolation to READ COMMITTED");
			assertThat(new JdbcServerCheck(usual).settings()).isEmpty();
			assertThat(new JdbcServerCheck(usual).longTransactions(Duration.ZERO)).isEmpty();
		}
	}

}
