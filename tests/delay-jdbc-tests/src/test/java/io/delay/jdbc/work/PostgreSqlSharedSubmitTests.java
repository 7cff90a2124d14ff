// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Shared submits on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlSharedSubmitTests extends SharedSubmitContract {

	PostgreSqlSharedSubmitTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
