// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * Transactions with the isolation REPEATABLE READ on MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlRepeatableReadTests extends RepeatableReadContract {

	MySqlRepeatableReadTests() {
		super(TestDatabase.MYSQL);
	}

}
