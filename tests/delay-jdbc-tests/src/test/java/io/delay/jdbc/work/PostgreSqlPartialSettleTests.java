// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Settlements of one call that fail in part on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlPartialSettleTests extends PartialSettleContract {

	PostgreSqlPartialSettleTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
