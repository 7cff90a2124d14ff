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
	void aLockTimeoutIsKnownByTheCodeOfTheDatabase() {
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
