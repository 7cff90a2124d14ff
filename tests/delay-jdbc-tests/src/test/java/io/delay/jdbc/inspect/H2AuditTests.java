// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.inspect;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.Settlement;
import io.delay.store.admin.AuditPage;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an audit finds in rows that something other than Delay has changed.
 */
class H2AuditTests {

	private static final String TOPIC = "orders";

	private final JdbcDatabase database = new JdbcDatabase(TestDatabase.H2.empty(),
			JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO));

	private final JdbcJobStore store = new JdbcJobStore(this.database);

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void aJobWithThePlaceOfAnotherPriorityIsFound() {
		submit(1);
		TestDatabase.H2.execute("UPDATE delay_job SET place = 0");
		assertThat(findings()).singleElement().satisfies((finding) -> {
			assertThat(finding.id()).isEqualTo("job-0");
			assertThat(finding.problem()).contains("is in place 0 instead of 1");
		});
	}

	@Test
	void aWrongSizeIsFound() {
		submit(1);
		TestDatabase.H2.execute("UPDATE delay_job SET size = 7");
		assertThat(findings()).singleElement()
			.satisfies((finding) -> assertThat(finding.problem()).contains("a payload of 3 bytes, but the size 7"));
	}

	@Test
	void aFailedJobWithoutItsFailureIsFound() {
		submit(1);
		this.store.settle(List.of(new Settlement.Bury(
				this.store.reserve(new ReserveRequest(TOPIC, "host/1:1", 1, ReserveTerms.defaults()))
					.jobs()
					.get(0)
					.lease(),
				new FailureReason("no address", "host", null, null))));
		assertThat(findings()).isEmpty();
		TestDatabase.H2.execute("UPDATE delay_job SET failed_at = NULL");
		assertThat(findings()).singleElement()
			.satisfies((finding) -> assertThat(finding.problem()).contains("has no failure"));
	}

	@Test
	void theLastOfManyJobsIsExamined() {
		submit(2001);
		TestDatabase.H2.execute("UPDATE delay_job SET size = 7 WHERE time = (SELECT MAX(time) FROM delay_job)");
		assertThat(findings()).singleElement().satisfies((finding) -> assertThat(finding.id()).isEqualTo("job-2000"));
	}

	private List<AuditPage.Finding> findings() {
		return StoreAudit.of(new JdbcJobStoreInspector(this.database), TOPIC).findings();
	}

	// The later a job is submitted, the later it is due.
	private void submit(int jobs) {
		this.store
			.submit(IntStream.range(0, jobs)
				.mapToObj((i) -> new NewJob(TOPIC, "job-" + i,
						DueTime.after(Duration.ofMillis((jobs != 1) ? 60_000 + i : 0)), ConflictPolicy.KEEP,
						JobRecord.of(new byte[3])))
				.toList());
	}

}
