// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * A missing row on MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlClockRowTests extends ClockRowContract {

	MySqlClockRowTests() {
		super(TestDatabase.MYSQL);
	}

}
