// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;
import io.delay.test.store.StoreFixture;
import io.delay.test.store.contract.JobStoreContract;

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
