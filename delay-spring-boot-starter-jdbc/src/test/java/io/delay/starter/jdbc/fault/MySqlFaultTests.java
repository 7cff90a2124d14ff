// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Faults of MySQL and of the connections to it.
 */
@Tag("thorough")
@Tag("weekly")
@EnabledIfSystemProperty(named = FaultyMySql.PROPERTY, matches = ".+",
		disabledReason = "-D" + FaultyMySql.PROPERTY + "=... does not specify the executable of a server")
class MySqlFaultTests extends FaultContract {

	@Override
	FaultServer open() {
		return new FaultyMySql();
	}

}
