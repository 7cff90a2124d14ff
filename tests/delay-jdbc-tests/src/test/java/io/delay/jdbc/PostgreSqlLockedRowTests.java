// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Jobs that are locked on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlLockedRowTests extends LockedRowContract {

	PostgreSqlLockedRowTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
