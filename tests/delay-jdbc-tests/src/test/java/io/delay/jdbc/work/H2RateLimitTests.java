// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.RecordedDataSource;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.RateLimit;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a reserve with a rate limit writes.
 */
class H2RateLimitTests {

	private static final ReserveTerms TERMS = ReserveTerms.defaults().limitedTo(RateLimit.of("10/s"));

	private final RecordedDataSource dataSource = new RecordedDataSource(TestDatabase.H2.empty());

	private final JdbcDatabase database = new JdbcDatabase(this.dataSource,
			JdbcJobStoreOptions.defaults()
				.withPollInterval(Duration.ZERO)
				.withClock(() -> Instant.parse("2030-01-01T00:00:00Z")));

	private final JdbcJobStore store = new JdbcJobStore(this.database);

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void aReserveWithoutJobsWritesNoPermits() {
		this.store
			.submit(List.of(new NewJob("orders", "1", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		assertThat(permitsWritten(1)).isEqualTo(1);
		assertThat(permitsWritten(2)).isZero();
	}

	@Test
	void aReserveLocksThePermitsOnlyIfAJobIsReady() {
		assertThat(reserve(1)).noneMatch(H2RateLimitTests::isLock);
		this.store
			.submit(List.of(new NewJob("orders", "1", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		assertThat(reserve(2)).anyMatch(H2RateLimitTests::isLock);
	}

	private static boolean isLock(String statement) {
		return statement.contains("delay_topic") && statement.contains("FOR UPDATE");
	}

	private long permitsWritten(int token) {
		return reserve(token).stream().filter((statement) -> statement.startsWith("UPDATE delay_topic")).count();
	}

	private List<String> reserve(int token) {
		return this.dataSource
			.record(() -> this.store.reserve(new ReserveRequest("orders", "host/1:" + token, 10, TERMS)));
	}

}
