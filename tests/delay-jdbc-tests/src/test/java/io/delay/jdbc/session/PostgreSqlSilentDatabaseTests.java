// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * PostgreSQL stops replying.
 */
@Tag("thorough")
class PostgreSqlSilentDatabaseTests extends SilentDatabaseContract {

	PostgreSqlSilentDatabaseTests() {
		super(TestDatabase.POSTGRESQL);
	}

	@Override
	boolean isInsertCommitted() {
		return true;
	}

}
