// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import org.junit.jupiter.api.Tag;

/**
 * Faults of MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbFaultTests extends FaultContract {

	@Override
	FaultServer open() {
		return new FaultyMariaDb();
	}

	@Override
	String[] settings() {
		return new String[] { "spring.datasource.username=root", "spring.datasource.password=" };
	}

}
