// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

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
