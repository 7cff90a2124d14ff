// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Many threads on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbConcurrencyTests extends ConcurrencyContract {

	MariaDbConcurrencyTests() {
		super(TestDatabase.MARIADB);
	}

}
