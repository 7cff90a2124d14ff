// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * A missing row on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbClockRowTests extends ClockRowContract {

	MariaDbClockRowTests() {
		super(TestDatabase.MARIADB);
	}

}
