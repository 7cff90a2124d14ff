// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Unreadable rows in PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlUnreadableRowTests extends UnreadableRowContract {

	PostgreSqlUnreadableRowTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
