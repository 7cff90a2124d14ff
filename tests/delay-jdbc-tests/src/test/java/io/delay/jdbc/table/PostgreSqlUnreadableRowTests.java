// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Unreadable rows in PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlUnreadableRowTests extends UnreadableRowContract {

	PostgreSqlUnreadableRowTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
