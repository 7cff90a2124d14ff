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

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

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
	void lockedRunsDoNotHoldUpTheThreadThatShouldRemoveThem() throws SQLException {
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
			assertThat(CompletableFuture.runAsync(database.works()::removeOldRuns, (task) -> new Thread(task).start()))
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
