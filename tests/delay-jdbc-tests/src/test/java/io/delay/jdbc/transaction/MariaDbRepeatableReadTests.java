// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Transactions with the isolation REPEATABLE READ on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbRepeatableReadTests extends RepeatableReadContract {

	MariaDbRepeatableReadTests() {
		super(TestDatabase.MARIADB);
	}

}
