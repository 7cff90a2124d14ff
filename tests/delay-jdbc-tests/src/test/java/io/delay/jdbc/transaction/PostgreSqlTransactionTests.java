// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Jobs in transactions on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlTransactionTests extends TransactionContract {

	PostgreSqlTransactionTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
