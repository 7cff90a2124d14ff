// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * The settings of connections to MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlConnectionSettingsTests extends ConnectionSettingsContract {

	MySqlConnectionSettingsTests() {
		super(TestDatabase.MYSQL);
	}

}
