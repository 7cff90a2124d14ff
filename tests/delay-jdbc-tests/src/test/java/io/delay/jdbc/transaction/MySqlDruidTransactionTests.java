// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * Jobs in transactions on MySQL with the pool and the firewall of Druid.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlDruidTransactionTests extends TransactionContract {

	MySqlDruidTransactionTests() {
		super(TestDatabase.DRUID_MYSQL);
	}

}
