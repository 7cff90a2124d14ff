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

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the check of a MariaDB server finds.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbServerCheckTests extends ServerCheckContract {

	MariaDbServerCheckTests() {
		super(TestDatabase.MARIADB);
	}

	@Test
	void commitsThatDoNotWaitForTheDiskAndReadOnlyServersAreFound() {
		TestDatabase.MARIADB.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 2", "SET GLOBAL read_only = 1");
		try {
			assertThat(settingsAfter("SELECT 1"))
				.anyMatch((problem) -> problem.contains("innodb_flush_log_at_trx_commit is 2"))
				.anyMatch((problem) -> problem.contains("read-only"));
		}
		finally {
			TestDatabase.MARIADB.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1", "SET GLOBAL read_only = 0");
		}
		assertThat(settingsAfter("SELECT 1")).isEmpty();
	}

}
