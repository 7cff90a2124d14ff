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

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

import io.delay.test.mysql.EnabledOnMySql;
import io.delay.test.store.JobStoreContract;
import io.delay.test.store.StoreFixture;

/**
 * The store on MySQL with the pool and the firewall of Druid passes the contract.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlDruidContractTests extends JobStoreContract {

	private final JdbcStoreFixture fixture = new JdbcStoreFixture(TestDatabase.DRUID_MYSQL);

	@Override
	public StoreFixture fixture() {
		return this.fixture;
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

}
