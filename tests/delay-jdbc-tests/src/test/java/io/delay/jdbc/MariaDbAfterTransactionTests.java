// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Callbacks of committed transactions on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbAfterTransactionTests extends AfterTransactionContract {

	MariaDbAfterTransactionTests() {
		super(TestDatabase.MARIADB);
	}

}
