/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
