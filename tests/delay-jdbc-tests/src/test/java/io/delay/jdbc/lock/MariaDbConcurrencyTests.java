// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

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
