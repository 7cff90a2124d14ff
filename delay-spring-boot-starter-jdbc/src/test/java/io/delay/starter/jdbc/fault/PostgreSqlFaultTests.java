// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Faults of PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlFaultTests extends FaultContract {

	private final FaultyPostgreSql postgres = new FaultyPostgreSql();

	@Override
	FaultServer open() {
		return this.postgres;
	}

	@Test
	void theServerCrashesAndRecovers() {
		instances().run(name("crashed and restarted (immediate)"), (application) -> {
			for (int i = 0; i < REPETITIONS; i++) {
				this.postgres.crash();
				this.postgres.start();
				Load.pause(2000);
			}
			return REPETITIONS;
		});
	}

}
