// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * MySQL stops replying.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlSilentDatabaseTests extends SilentDatabaseContract {

	MySqlSilentDatabaseTests() {
		super(TestDatabase.MYSQL);
	}

}
