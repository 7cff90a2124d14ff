// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tables of a database in memory whose connections are closed after each use, as those of
 * a pool are when they are too old.
 */
class H2ClosedConnectionTests {

	private final DriverManagerDataSource dataSource = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

	@Test
	void theTablesCanBeUsedWithoutTheConnectionThatCreatedThem() {
		try (JdbcDatabase database = new JdbcDatabase(this.dataSource,
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO))) {
			new JdbcSchema(database).create();
			JdbcJobStore store = new JdbcJobStore(database);
			store.submit(
					List.of(new NewJob("orders", "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
			store.reserve(new ReserveRequest("orders", new LeaseTokens("host").next(), 1,
					new ReserveTerms(Duration.ofMinutes(1), 1)));
			assertThat(new JdbcJobStoreInspector(database).find("orders", "a").orElseThrow().state())
				.isEqualTo(JobState.RESERVED);
		}
	}

}
