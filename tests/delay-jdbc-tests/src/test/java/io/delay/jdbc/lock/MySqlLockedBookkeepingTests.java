// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * Bookkeeping that is locked on MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlLockedBookkeepingTests extends LockedBookkeepingContract {

	MySqlLockedBookkeepingTests() {
		super(TestDatabase.MYSQL);
	}

}
