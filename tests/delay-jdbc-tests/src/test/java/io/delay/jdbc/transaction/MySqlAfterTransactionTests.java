// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * Callbacks of committed transactions on MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlAfterTransactionTests extends AfterTransactionContract {

	MySqlAfterTransactionTests() {
		super(TestDatabase.MYSQL);
	}

}
