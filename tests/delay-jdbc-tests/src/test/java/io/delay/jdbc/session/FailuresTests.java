// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;

import io.delay.jdbc.TestDatabase;
import io.delay.jdbc.dialect.DatabaseProduct;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Failures}.
 */
class FailuresTests {

	static SQLException[] lostConnections() {
		return new SQLException[] { new SQLRecoverableException("Communications link failure", "08S01", 0),
				new SQLNonTransientConnectionException("Socket error", "08000", -1),
				new SQLException("An I/O error occurred", "08006") };
	}

	@ParameterizedTest
	@MethodSource("lostConnections")
	void aLostConnectionIsAResourceFailure(SQLException lost) {
		Failures failures = new Failures(new SQLErrorCodeSQLExceptionTranslator("MySQL"),
				new Sessions(TestDatabase.H2.dataSource(), Duration.ZERO).dialect());
		assertThat(failures.translate("SELECT 1", lost)).isInstanceOf(DataAccessResourceFailureException.class)
			.hasMessage("The database cannot be used: " + lost.getMessage())
			.hasCause(lost);
	}

	@Test
	void aRollbackByGroupReplicationIsAConflict() {
		Failures failures = new Failures(new SQLErrorCodeSQLExceptionTranslator("MySQL"),
				new DatabaseProduct("MySQL", "9.7.0", false).dialect());
		SQLException rolledBack = new SQLException("Plugin instructed the server to rollback the current transaction.",
				"40000", 3101);
		assertThat(Sessions.isConflict(failures.translate("COMMIT", rolledBack))).isTrue();
	}

}
