// SPDX-License-Identifier: Apache-2.0

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
	void commitsThatDoNotWaitForTheDiskAndReadOnlyServersAreReported() {
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
