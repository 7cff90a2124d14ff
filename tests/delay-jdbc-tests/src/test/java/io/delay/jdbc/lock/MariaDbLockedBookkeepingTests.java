// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Bookkeeping that is locked on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbLockedBookkeepingTests extends LockedBookkeepingContract {

	MariaDbLockedBookkeepingTests() {
		super(TestDatabase.MARIADB);
	}

}
