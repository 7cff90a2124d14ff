// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Many threads on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlConcurrencyTests extends ConcurrencyContract {

	PostgreSqlConcurrencyTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
