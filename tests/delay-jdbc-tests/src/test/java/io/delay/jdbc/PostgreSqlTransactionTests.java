// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Jobs in transactions on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlTransactionTests extends TransactionContract {

	PostgreSqlTransactionTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
