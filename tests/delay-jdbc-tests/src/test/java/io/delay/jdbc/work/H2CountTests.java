// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.admin.DelayAdmin;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.admin.TopicStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for numbers of jobs that take long to count.
 */
@Tag("thorough")
class H2CountTests {

	private static final String TOPIC = "orders";

	private static final int MANY = CountMemory.LIMIT + 1;

	private final DataSource dataSource = TestDatabase.H2.empty();

	private final JdbcDatabase database = new JdbcDatabase(this.dataSource,
			JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO));

	private final JdbcJobStore store = new JdbcJobStore(this.database);

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void largeNumbersAreCountedOccasionally() {
		submit(0, MANY, Duration.ofHours(1));
		submit(MANY, MANY + 2, Duration.ZERO);
		assertStatus(MANY, 2, false);
		submit(MANY + 2, MANY + 5, Duration.ofHours(1));
		submit(MANY + 5, MANY + 6, Duration.ZERO);
		assertStatus(MANY, 3, true);
		assertThat(new JdbcJobStoreInspector(this.database).count(TOPIC, JobState.DELAYED)).isEqualTo(MANY + 3);
		assertThat(new JdbcJobStoreInspector(this.database).count(TOPIC, JobState.READY)).isEqualTo(3);
	}

	@Test
	void aPurgeDeletesAllJobsAlthoughTheirNumberIsEstimated() {
		submit(0, MANY, Duration.ofHours(1));
		JdbcJobStoreInspector inspector = new JdbcJobStoreInspector(this.database);
		inspector.status(TOPIC);
		submit(MANY, MANY + 600, Duration.ofHours(1));
		DelayAdmin admin = new DelayAdmin(this.store, inspector, new JdbcJobStoreAdministrator(this.database));
		assertThat(admin.bulk().purge(TOPIC)).isEqualTo(MANY + 600);
		assertStatus(0, 0, false);
	}

	@Test
	void aTransactionCountsItsOwnJobsOnly() {
		TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(this.dataSource));
		submit(0, MANY, Duration.ofHours(1));
		transaction.executeWithoutResult((status) -> {
			submit(MANY, MANY + 3, Duration.ofHours(1));
			assertStatus(MANY + 3, 0, false);
			status.setRollbackOnly();
		});
		assertStatus(MANY, 0, false);
	}

	@Test
	void smallNumbersAreExact() {
		submit(0, MANY, Duration.ofHours(1));
		assertStatus(MANY, 0, false);
		new JdbcJobStoreAdministrator(this.database).cancel(TOPIC, List.of("job-0"));
		assertStatus(MANY - 1, 0, false);
		submit(0, 1, Duration.ofHours(1));
		assertStatus(MANY, 0, false);
	}

	private void assertStatus(long delayed, long ready, boolean estimated) {
		TopicStatus status = new JdbcJobStoreInspector(this.database).status(TOPIC);
		assertThat(status.count(JobState.DELAYED)).isEqualTo(delayed);
		assertThat(status.count(JobState.READY)).isEqualTo(ready);
		assertThat(status.estimated()).isEqualTo(estimated);
	}

	private void submit(int from, int to, Duration delay) {
		for (int first = from; first < to; first += 500) {
			this.store.submit(IntStream.range(first, Math.min(to, first + 500))
				.mapToObj((index) -> new NewJob(TOPIC, "job-" + index, DueTime.after(delay), ConflictPolicy.KEEP,
						JobRecord.of(new byte[1])))
				.toList());
		}
	}

}
