// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

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
