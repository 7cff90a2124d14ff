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

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.jdbc.TestDatabase;
import io.delay.jdbc.session.DatabaseClock;
import io.delay.jdbc.session.Sessions;
import io.delay.jdbc.table.Tables;
import io.delay.store.history.HistoryLimits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RunTrims}.
 */
class RunTrimsTests {

	private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

	private static final HistoryLimits TEN = new HistoryLimits(10, null, null);

	private static final HistoryLimits HOURS = new HistoryLimits(null, Duration.ofHours(10), null);

	private final DataSource dataSource = TestDatabase.H2.empty();

	private final JdbcTemplate rows = new JdbcTemplate(this.dataSource);

	private final Sessions sessions = new Sessions(this.dataSource, Duration.ofSeconds(60));

	private long nanos = 42;

	private final Tables tables = Tables.of("delay_", this.sessions.dialect());

	private final RunTrims trims = new RunTrims(this.sessions, this.tables.runs(),
			new StoreClock(DatabaseClock.of(this.sessions.dialect(), () -> NOW), this.tables.clock()),
			() -> this.nanos);

	@BeforeEach
	void fill() {
		this.rows.batchUpdate(
				"INSERT INTO delay_finished (topic, job_id, outcome, attempts, finished, size) VALUES ('orders', ?, 0, 1, ?, 0)",
				IntStream.range(0, 1_000).mapToObj((i) -> new Object[] { "old-" + i, 1_000 + i }).toList());
	}

	@Test
	void aCheckThatFailsIsRepeatedAfterAPauseAndThenRemovesAllThatWasAddedMeanwhile() {
		Runnable first = added(TEN, 100, NOW);
		this.rows.execute("CREATE TABLE kept (number BIGINT REFERENCES delay_finished (number))");
		this.rows.execute("INSERT INTO kept SELECT number FROM delay_finished");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(first::run);
		this.rows.execute("DROP TABLE kept");
		assertThat(this.trims.added("orders", TEN, 10, NOW)).isNull();
		this.nanos += Duration.ofSeconds(10).toNanos();
		added(TEN, 1, NOW).run();
		assertThat(this.rows.queryForObject("SELECT COUNT(*) FROM delay_finished", Long.class))
			.isEqualTo(1_000 - 111 - 200);
	}

	@Test
	void aTopicHasOneCheckAtATime() {
		Runnable first = added(TEN, 1, NOW);
		assertThat(this.trims.added("orders", TEN, 1, NOW)).isNull();
		assertThat(this.trims.added("mail", TEN, 1, NOW)).isNotNull();
		first.run();
		added(TEN, 1, NOW).run();
		assertThat(this.rows.queryForObject("SELECT COUNT(*) FROM delay_finished", Long.class))
			.isEqualTo(1_000 - 3 - 2 * 200);
	}

	@Test
	void transactionsThatBeganBeforeTheLastCheckCauseNoOther() {
		added(HOURS, 1, NOW).run();
		assertThat(this.trims.added("orders", HOURS, 1, NOW.minusSeconds(60))).isNull();
		assertThat(this.trims.added("orders", HOURS, 1, NOW.plusMillis(999))).isNull();
		assertThat(this.trims.added("orders", HOURS, 1, NOW.plusSeconds(1))).isNotNull();
	}

	@Test
	void theAgeIsCheckedAfterTheClockWasSetBackByMoreThanAMinute() {
		added(HOURS, 1, NOW).run();
		assertThat(this.trims.added("orders", HOURS, 1, NOW.minusSeconds(61))).isNotNull();
	}

	private Runnable added(HistoryLimits limits, int more, Instant now) {
		return Objects.requireNonNull(this.trims.added("orders", limits, more, now));
	}

}
