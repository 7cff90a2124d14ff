// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.SQLException;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;
import org.springframework.dao.DataIntegrityViolationException;

import io.delay.jdbc.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is known of a failed statement that the database commits by itself.
 */
class SingleStatementTests {

	private static final String TOO_LONG = "22001";

	private final Sessions sessions = new Sessions(TestDatabase.H2.dataSource(), Duration.ZERO);

	@Test
	void theOutcomeOfAFailureAfterTheStatementIsUnknown() {
		assertUnknown(new IllegalStateException("while the rows are read"));
		assertUnknown(new StackOverflowError());
	}

	private void assertUnknown(Throwable failure) {
		assertThatExceptionOfType(UnknownOutcomeException.class).isThrownBy(() -> this.sessions.single((session) -> {
			if (failure instanceof Error error) {
				throw error;
			}
			throw (RuntimeException) failure;
		})).withCause(failure);
	}

	@Test
	void aRefusalByTheServerHasAKnownOutcome() {
		assertThat(Failures.isRolledBack(failure(new SQLException("too long", TOO_LONG)))).isTrue();
	}

	@Test
	void aFailureOfTheDriverHasAnUnknownOutcome() {
		SQLException late = new SQLException("out of memory", "53200", new OutOfMemoryError());
		assertThat(Failures.isRolledBack(failure(late))).isFalse();
		SQLException ended = new SQLException("too long", TOO_LONG);
		ended.setNextException(new SQLException("connection lost", "08006"));
		assertThat(Failures.isRolledBack(failure(ended))).isFalse();
	}

	@Test
	void aRefusalByPostgreSqlHasAKnownOutcome() {
		assertThat(Failures.isRolledBack(failure(reported("P0001")))).isTrue();
		assertThat(Failures.isRolledBack(failure(reported("44000")))).isTrue();
		assertThat(Failures.isRolledBack(failure(reported("57P01")))).isFalse();
		assertThat(Failures.isRolledBack(failure(reported("40003")))).isFalse();
		assertThat(Failures.isRolledBack(failure(reported("XX000")))).isFalse();
		assertThat(Failures.isRolledBack(failure(new PSQLException("closed", PSQLState.OBJECT_NOT_IN_STATE))))
			.isFalse();
	}

	private static PSQLException reported(String state) {
		return new PSQLException(new ServerErrorMessage("SERROR\0C" + state + "\0Mrefused\0"));
	}

	private static DataIntegrityViolationException failure(SQLException cause) {
		return new DataIntegrityViolationException("failed", cause);
	}

}
