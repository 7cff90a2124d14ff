// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.mysql.EnabledOnMySql;

/**
 * Many threads on MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlConcurrencyTests extends ConcurrencyContract {

	MySqlConcurrencyTests() {
		super(TestDatabase.MYSQL);
	}

}
