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

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When finished runs are removed, and how many at once.
 */
class H2RunTrimTests {

	private final DataSource dataSource = TestDatabase.H2.empty();

	private final JdbcTemplate template = new JdbcTemplate(this.dataSource);

	@ParameterizedTest
	@CsvSource({ "10,,200", ",PT1H,1000" })
	void aLowerLimitTakesEffectStepByStep(Integer maxCount, Duration maxAge, int more) {
		fill(3_000);
		end(new HistoryLimits(maxCount, maxAge, null), "a");
		assertThat(numberOfRuns()).isEqualTo(3_001 - 1 - more);
		end(new HistoryLimits(maxCount, maxAge, null), "b", "c");
		assertThat(numberOfRuns()).isEqualTo(3_003 - 3 - 2 * more);
	}

	@Test
	void anInstanceThatHasStartedRemovesRunsWithTheFirstThatItAdds() {
		fill(1_000);
		end(new HistoryLimits(1_000, null, null), "a");
		assertThat(numberOfRuns()).isEqualTo(1_000);
		assertThat(this.template.queryForObject("SELECT MIN(finished) FROM delay_finished", Long.class))
			.isEqualTo(1_001);
	}

	@Test
	void theAgeIsCheckedAtMostOnceInATenThousandthOfIt() {
		AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
		RecordedDataSource recorded = new RecordedDataSource(this.dataSource);
		try (JdbcDatabase database = new JdbcDatabase(recorded,
				options(new HistoryLimits(null, Duration.ofSeconds(100), null)).withClock(now::get))) {
			assertThat(trims(recorded, database, "a")).isEqualTo(1);
			now.set(now.get().plusSeconds(200));
			assertThat(trims(recorded, database, "b")).isEqualTo(1);
			assertThat(numberOfRuns()).isEqualTo(1);
			now.set(now.get().plusMillis(9));
			assertThat(trims(recorded, database, "c")).isZero();
			now.set(now.get().plusMillis(1));
			assertThat(trims(recorded, database, "d")).isEqualTo(1);
			now.set(now.get().plusSeconds(101));
			assertThat(trims(recorded, database, "e")).isEqualTo(1);
			assertThat(numberOfRuns()).isEqualTo(1);
			now.set(now.get().minusSeconds(3600));
			assertThat(trims(recorded, database, "f")).isEqualTo(1);
		}
	}

	private static long trims(RecordedDataSource recorded, JdbcDatabase database, String id) {
		return recorded.record(() -> end(database, id))
			.stream()
			.filter((statement) -> statement.contains("DELETE FROM delay_finished"))
			.count();
	}

	private void fill(int runs) {
		this.template.batchUpdate(
				"INSERT INTO delay_finished (topic, job_id, outcome, attempts, finished, size) VALUES ('orders', ?, 0, 1, ?, 0)",
				IntStream.range(0, runs).mapToObj((i) -> new Object[] { "old-" + i, 1_000 + i }).toList());
	}

	private void end(HistoryLimits limits, String... ids) {
		try (JdbcDatabase database = new JdbcDatabase(this.dataSource, options(limits))) {
			end(database, ids);
		}
	}

	private static JdbcJobStoreOptions options(HistoryLimits limits) {
		return JdbcJobStoreOptions.defaults()
			.withPollInterval(Duration.ZERO)
			.withHistory(new HistorySettings(limits, Map.of()));
	}

	private static void end(JdbcDatabase database, String... ids) {
		new JdbcJobStore(database).submit(Stream.of(ids)
			.map((id) -> new NewJob("orders", id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0])))
			.toList());
		new JdbcJobStoreAdministrator(database).cancel("orders", List.of(ids));
	}

	private long numberOfRuns() {
		return this.template.queryForObject("SELECT COUNT(*) FROM delay_finished", Long.class);
	}

}
