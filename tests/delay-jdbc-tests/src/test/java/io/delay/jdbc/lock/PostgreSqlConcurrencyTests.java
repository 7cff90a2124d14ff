// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Many threads on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlConcurrencyTests extends ConcurrencyContract {

	PostgreSqlConcurrencyTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
