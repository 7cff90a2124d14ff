// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.test.mysql.EnabledOnMySql;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the check of a MySQL server finds.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlServerCheckTests extends ServerCheckContract {

	MySqlServerCheckTests() {
		super(TestDatabase.MYSQL);
	}

	@Test
	void aStatementBasedBinaryLogIsReported() {
		TestDatabase.MYSQL.execute("SET GLOBAL binlog_format = 'STATEMENT'");
		try {
			assertThat(settingsAfter("SELECT 1")).anyMatch((problem) -> problem.contains("binlog_format is STATEMENT"));
		}
		finally {
			TestDatabase.MYSQL.execute("SET GLOBAL binlog_format = 'ROW'");
		}
		assertThat(settingsAfter("SELECT 1")).noneMatch((problem) -> problem.contains("binlog_format"));
	}

}
