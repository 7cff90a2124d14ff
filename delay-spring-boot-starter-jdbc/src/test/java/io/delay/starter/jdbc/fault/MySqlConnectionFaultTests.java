// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Faults of the connections to MySQL.
 */
@Tag("thorough")
@EnabledIfSystemProperty(named = FaultyMySql.PROPERTY, matches = ".+",
		disabledReason = "-D" + FaultyMySql.PROPERTY + "=... does not specify the executable of a server")
class MySqlConnectionFaultTests extends ConnectionFaultContract {

	@Override
	FaultServer open() {
		return new FaultyMySql();
	}

}
