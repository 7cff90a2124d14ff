// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.support.SQLStateSQLExceptionTranslator;

import io.delay.jdbc.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Repetition}.
 */
class RepetitionTests {

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);

	private final Repetition repetition = new Repetition(this.now::get);

	@Test
	void conflictsAreRepeatedForTenSeconds() {
		IntStream.range(0, 100).forEach((i) -> {
			advance(Duration.ofMillis(100));
			assertThat(this.repetition.isDue(i % 2 == 0)).isTrue();
		});
		advance(Duration.ofMillis(1));
		assertThat(this.repetition.isDue(false)).isFalse();
		assertThat(this.repetition.attempts()).isEqualTo(101);
	}

	@Test
	void deadlocksAreRepeatedAtLeastNineteenTimes() {
		IntStream.range(0, 19).forEach((i) -> {
			advance(Duration.ofSeconds(11));
			assertThat(this.repetition.isDue(false)).isTrue();
		});
		assertThat(this.repetition.isDue(false)).isFalse();
	}

	@Test
	void aLongWaitForALockIsNotRepeated() {
		advance(Duration.ofSeconds(50));
		assertThat(this.repetition.isDue(true)).isFalse();
	}

	@Test
	void aLockTimeoutIsRecognizedByTheCodeOfTheDatabase() {
		Failures failures = new Failures(new SQLStateSQLExceptionTranslator(),
				new Sessions(TestDatabase.H2.dataSource(), Duration.ZERO).dialect());
		assertThat(failures.isLockTimeout(conflict(failures, new SQLException("lock", "HYT00", 50200)))).isTrue();
		assertThat(failures.isLockTimeout(conflict(failures, new SQLException("deadlock", "40001", 40001)))).isFalse();
		assertThat(failures.isLockTimeout(new CannotAcquireLockException("of the store"))).isFalse();
	}

	private static CannotAcquireLockException conflict(Failures failures, SQLException exception) {
		return (CannotAcquireLockException) failures.translate("SELECT 1", exception);
	}

	private void advance(Duration duration) {
		this.now.addAndGet(duration.toNanos());
	}

}
