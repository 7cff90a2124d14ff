// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * A missing row on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlClockRowTests extends ClockRowContract {

	PostgreSqlClockRowTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
