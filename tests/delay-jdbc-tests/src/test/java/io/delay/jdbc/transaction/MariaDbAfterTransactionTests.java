// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

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
