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
	void onlyAStricterIsolationIsFound() {
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
