// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Tag;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.jdbc.TestDatabase;

/**
 * Jobs in transactions on H2.
 */
@Tag("versions")
class H2TransactionTests extends TransactionContract {

	H2TransactionTests() {
		super(TestDatabase.H2);
	}

	@Override
	void limitWaitsForLocks(DataSource dataSource) {
		new JdbcTemplate(dataSource).execute("SET LOCK_TIMEOUT 1000");
		// No other test gets this connection
		((HikariDataSource) dataSource).getHikariPoolMXBean().softEvictConnections();
	}

}
