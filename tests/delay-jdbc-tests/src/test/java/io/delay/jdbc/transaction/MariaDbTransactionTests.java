// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Jobs in transactions on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbTransactionTests extends TransactionContract {

	MariaDbTransactionTests() {
		super(TestDatabase.MARIADB);
	}

}
