// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * Shared submits on MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlSharedSubmitTests extends SharedSubmitContract {

	MySqlSharedSubmitTests() {
		super(TestDatabase.MYSQL);
	}

}
