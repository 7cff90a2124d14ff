// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.jdbc.DatabaseAccess;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * When finished runs are removed, and how many at once.
 */
class H2RunTrimTests {

	private final DataSource dataSource = TestDatabase.H2.empty();

	private final JdbcTemplate template = new JdbcTemplate(this.dataSource);

	@ParameterizedTest
	@CsvSource({ "10,,10", ",PT1H,1" })
	void aLowerLimitTakesEffectStepByStep(Integer maxCount, Duration maxAge, int kept) {
		fill(25_000);
		HistoryLimits limits = new HistoryLimits(maxCount, maxAge, null);
		try (JdbcDatabase database = open(limits)) {
			end(database, "a");
			DatabaseAccess.works(database).removeOldRuns();
			assertThat(numberOfRuns()).isEqualTo(15_001);
			DatabaseAccess.works(database).removeOldRuns();
			DatabaseAccess.works(database).removeOldRuns();
			assertThat(numberOfRuns()).isEqualTo(kept);
		}
	}

	@Test
	void runsAreRemovedInTheBackground() {
		fill(1_000);
		try (JdbcDatabase database = open(new HistoryLimits(10, null, null))) {
			end(database, "a");
			await().atMost(Duration.ofSeconds(30)).until(() -> numberOfRuns() == 10);
		}
	}

	@Test
	void runsAreRemovedAfterAFailure() {
		fill(1_000);
		this.template.execute("CREATE TABLE kept (number BIGINT REFERENCES delay_finished (number))");
		this.template.execute("INSERT INTO kept SELECT number FROM delay_finished");
		try (JdbcDatabase database = open(new HistoryLimits(10, null, null))) {
			end(database, "a");
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(DatabaseAccess.works(database)::removeOldRuns);
			this.template.execute("DROP TABLE kept");
			DatabaseAccess.works(database).removeOldRuns();
			assertThat(numberOfRuns()).isEqualTo(10);
		}
	}

	private void fill(int runs) {
		this.template.batchUpdate(
				"INSERT INTO delay_finished (topic, job_id, outcome, attempts, finished, size) VALUES ('orders', ?, 0, 1, ?, 0)",
				IntStream.range(0, runs).mapToObj((i) -> new Object[] { "old-" + i, 1_000 + i }).toList());
	}

	private JdbcDatabase open(HistoryLimits limits) {
		return new JdbcDatabase(this.dataSource,
				JdbcJobStoreOptions.defaults()
					.withPollInterval(Duration.ZERO)
					.withHistory(new HistorySettings(limits, Map.of())));
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
