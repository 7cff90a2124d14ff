// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Shared submits on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbSharedSubmitTests extends SharedSubmitContract {

	MariaDbSharedSubmitTests() {
		super(TestDatabase.MARIADB);
	}

}
