// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * The settings of connections to MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbConnectionSettingsTests extends ConnectionSettingsContract {

	MariaDbConnectionSettingsTests() {
		super(TestDatabase.MARIADB);
	}

}
