// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What follows a commit cannot fail the call, because the caller would believe that
 * nothing was stored.
 */
class H2AfterCommitTests {

	@Test
	void aSubmitDoesNotFailAfterItsCommit() {
		AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
		try (HikariDataSource dataSource = new HikariDataSource();
				JdbcDatabase database = new JdbcDatabase(dataSource,
						JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO).withClock(now::get))) {
			dataSource.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
			new JdbcSchema(database).create();
			submit(database, "a");
			new JdbcTemplate(dataSource).execute("ALTER TABLE delay_clock RENAME TO gone");
			now.set(now.get().plusSeconds(10));
			boolean isStored = succeeds(database, "b");
			// A slow machine stores the time before the job, too, and then the call may
			// fail
			assertThat(new JdbcTemplate(dataSource).queryForList("SELECT time FROM delay_job WHERE topic = 'orders'"))
				.hasSize(isStored ? 2 : 1);
		}
	}

	private static boolean succeeds(JdbcDatabase database, String id) {
		try {
			return submit(database, id).status() == SubmitStatus.CREATED;
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	private static SubmitResult submit(JdbcDatabase database, String id) {
		return new JdbcJobStore(database)
			.submit(List.of(new NewJob("orders", id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
			.get(0);
	}

}
