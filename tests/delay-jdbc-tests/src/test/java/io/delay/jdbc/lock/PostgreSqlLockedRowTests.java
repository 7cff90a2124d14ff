// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Jobs that are locked on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlLockedRowTests extends LockedRowContract {

	PostgreSqlLockedRowTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
