// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * Jobs in transactions on MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlTransactionTests extends TransactionContract {

	MySqlTransactionTests() {
		super(TestDatabase.MYSQL);
	}

}
