// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * MariaDB stops replying.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbSilentDatabaseTests extends SilentDatabaseContract {

	MariaDbSilentDatabaseTests() {
		super(TestDatabase.MARIADB);
	}

}
