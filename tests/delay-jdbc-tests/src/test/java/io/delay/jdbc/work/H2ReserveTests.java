// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.RecordedDataSource;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.LookAhead;
import io.delay.store.NewJob;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The statements of a reserve.
 */
class H2ReserveTests {

	private static final Duration TTR = Duration.ofMinutes(1);

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final RecordedDataSource dataSource = new RecordedDataSource(TestDatabase.H2.empty());

	private final JdbcDatabase database = new JdbcDatabase(this.dataSource,
			JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO).withClock(() -> this.now));

	private final JdbcJobStore store = new JdbcJobStore(this.database);

	private int tokens;

	private ReserveResult result;

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void jobsThatBecameReadyAtDifferentTimesAreReservedInOneStatement() {
		submitTenJobs();
		this.now = this.now.plusMillis(100);
		assertThat(reserve()).filteredOn((sql) -> sql.startsWith("UPDATE delay_job")).hasSize(1);
		assertThat(this.result.jobs()).hasSize(10);
		assertThat(rows()).hasSize(10)
			.allSatisfy((row) -> assertThat(row).containsEntry("time", this.now.plus(TTR).toEpochMilli()))
			.allSatisfy((row) -> assertThat(row).containsEntry("visible_since", row.get("due")));
	}

	@Test
	void oneStatementReservesJobsAheadWithLeasesFromTheirDueTimes() {
		submitTenJobs();
		assertThat(reserve()).filteredOn((sql) -> sql.startsWith("UPDATE delay_job")).hasSize(1);
		assertThat(this.result.jobs()).hasSize(10)
			.allSatisfy((job) -> assertThat(job.terms().deadline()).isEqualTo(job.dueTime().plus(TTR)));
		assertThat(rows()).hasSize(10)
			.allSatisfy((row) -> assertThat(row).containsEntry("time", (Long) row.get("due") + TTR.toMillis()))
			.allSatisfy((row) -> assertThat(row).containsEntry("visible_since", row.get("due")));
	}

	@Test
	void readyJobsAndJobsReservedAheadAreReadInOneStatement() {
		submitTenJobs();
		this.now = this.now.plusMillis(4);
		assertThat(reserve()).filteredOn((sql) -> sql.endsWith("ORDER BY topic, place, time, id LIMIT ?")).hasSize(1);
		assertThat(this.result.jobs()).hasSize(10).filteredOn((job) -> !job.startIn().isZero()).hasSize(6);
	}

	@Test
	void aReserveThatFindsNoJobReadsOnce() {
		reserve();
		assertThat(reserve()).hasSize(2).endsWith(RecordedDataSource.COMMIT);
		assertThat(this.result.nextEvent()).isNull();
		submitTenJobs();
		this.now = this.now.minusMillis(50);
		assertThat(reserve()).hasSize(2).endsWith(RecordedDataSource.COMMIT);
		assertThat(this.result.nextEvent()).isEqualTo(Duration.ofMillis(51));
	}

	private static List<Map<String, Object>> rows() {
		return new JdbcTemplate(TestDatabase.H2.dataSource())
			.queryForList("SELECT due, time, visible_since FROM delay_job");
	}

	private void submitTenJobs() {
		this.store.submit(IntStream.rangeClosed(1, 10)
			.mapToObj((number) -> new NewJob("orders", "job-" + number, DueTime.at(this.now.plusMillis(number)),
					ConflictPolicy.KEEP, JobRecord.of(new byte[1])))
			.toList());
	}

	private List<String> reserve() {
		return this.dataSource
			.record(() -> this.result = this.store.reserve(new ReserveRequest("orders", "host/1:" + ++this.tokens, 10,
					new ReserveTerms(TTR, 5), ReserveMode.LISTEN, new LookAhead(Duration.ofMillis(20), 10))));
	}

}
