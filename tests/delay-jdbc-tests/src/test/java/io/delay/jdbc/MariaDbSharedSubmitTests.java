// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

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
