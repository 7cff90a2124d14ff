// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Shared submits on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlSharedSubmitTests extends SharedSubmitContract {

	PostgreSqlSharedSubmitTests() {
		super(TestDatabase.POSTGRESQL);
	}

}
