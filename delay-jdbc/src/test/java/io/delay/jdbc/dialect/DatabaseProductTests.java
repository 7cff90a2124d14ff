// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

import java.sql.SQLException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Which databases can store jobs.
 */
class DatabaseProductTests {

	@ParameterizedTest
	@CsvSource({ "PostgreSQL, 13.0", "PostgreSQL, 18.1 (Debian 18.1-1)", "H2, 2.4.240 (2025-09-22)", "MySQL, 8.0.16",
			"MySQL, 9.7.4", "MariaDB, 10.6.20-MariaDB", "MariaDB, 5.5.5-10.11.2-MariaDB-log", "PostgreSQL, unknown" })
	void aSupportedVersionHasADialect(String name, String version) {
		assertThat(new DatabaseProduct(name, version, false).dialect()).isNotNull();
	}

	@ParameterizedTest
	@CsvSource({ "PostgreSQL, 12.9, 13", "H2, 2.1.214 (2022-06-13), 2.2", "MySQL, 5.7.44, 8.0.16",
			"MySQL, 8.0.15, 8.0.16", "MariaDB, 10.5.4-MariaDB, 10.6", "MariaDB, 5.5.5-10.5.4-MariaDB, 10.6" })
	void aVersionThatCannotSkipLockedRowsIsRejected(String name, String version, String lowest) {
		assertThatIllegalStateException().isThrownBy(() -> new DatabaseProduct(name, version, false).dialect())
			.withMessageContainingAll(name + " " + version, "SKIP LOCKED", "Use " + name + " " + lowest + " or later");
	}

	@Test
	void anotherDatabaseIsRejected() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new DatabaseProduct("HSQL Database Engine", "2.7", true).dialect())
			.withMessageContainingAll("HSQL Database Engine", "PostgreSQL, MySQL, MariaDB or H2");
	}

	@ParameterizedTest
	@CsvSource({ "PostgreSQL, 13.0, 55P03, 0", "MySQL, 9.7.4, 41000, 1205", "H2, 2.4.240, HYT00, 50200" })
	void aLockTimeoutIsNotADeadlock(String name, String version, String state, int code) {
		Dialect dialect = new DatabaseProduct(name, version, false).dialect();
		assertThat(dialect.isLockTimeout(new SQLException("timeout", state, code))).isTrue();
		assertThat(dialect.isLockTimeout(new SQLException("deadlock", "40001", 1213))).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "MySQL, 9.7.4, 40001, 1213", "MySQL, 9.7.4, 41000, 1205", "MariaDB, 11.8.2-MariaDB, HY000, 1020" })
	void conflictsWithOtherTransactionsAreRecognized(String name, String version, String state, int code) {
		Dialect dialect = new DatabaseProduct(name, version, false).dialect();
		assertThat(dialect.isConflict(new SQLException("conflict", state, code))).isTrue();
		assertThat(dialect.isConflict(new SQLException("syntax", "42000", 1064))).isFalse();
	}

	@Test
	void theDescriptionHasNoDetailsOfTheBuild() {
		assertThat(new DatabaseProduct("H2", "2.4.240 (2025-09-22)", true).description()).isEqualTo("H2 2.4.240");
		assertThat(new DatabaseProduct("PostgreSQL", "18.1", false).description()).isEqualTo("PostgreSQL 18.1");
	}

}
