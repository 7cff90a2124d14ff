// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Bookkeeping that is locked on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlLockedBookkeepingTests extends LockedBookkeepingContract {

	PostgreSqlLockedBookkeepingTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
