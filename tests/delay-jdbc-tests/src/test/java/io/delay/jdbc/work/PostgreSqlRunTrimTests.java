// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

/**
 * Finished runs that another transaction has locked on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlRunTrimTests {

	private final JdbcTemplate rows = new JdbcTemplate(TestDatabase.POSTGRESQL.empty());

	@Test
	void theRemovalOfRunsDoesNotWaitForLockedRuns() throws SQLException {
		this.rows.update("INSERT INTO delay_finished (topic, job_id, outcome, attempts, finished, size) "
				+ "SELECT 'orders', 'old-' || i, 0, 1, i, 0 FROM generate_series(1, 100) i");
		try (JdbcDatabase database = new JdbcDatabase(TestDatabase.POSTGRESQL.dataSource(),
				JdbcJobStoreOptions.defaults()
					.withPollInterval(Duration.ZERO)
					.withHistory(new HistorySettings(new HistoryLimits(10, null, null), Map.of())));
				Connection other = TestDatabase.POSTGRESQL.dataSource().getConnection()) {
			other.setAutoCommit(false);
			other.createStatement().executeQuery("SELECT * FROM delay_finished FOR UPDATE").close();
			end(database, "a");
			// The timeout of the store is a minute
			assertThat(CompletableFuture.runAsync(DatabaseAccess.works(database)::removeOldRuns,
					(task) -> new Thread(task).start()))
				.failsWithin(Duration.ofSeconds(30));
			assertThat(this.rows.queryForObject("SELECT COUNT(*) FROM delay_finished", Long.class)).isEqualTo(101);
			other.rollback();
			other.setAutoCommit(true);
		}
	}

	private static void end(JdbcDatabase database, String id) {
		new JdbcJobStore(database)
			.submit(List.of(new NewJob("orders", id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		new JdbcJobStoreAdministrator(database).cancel("orders", List.of(id));
	}

}
