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

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Tag;
import org.springframework.jdbc.core.JdbcTemplate;

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
