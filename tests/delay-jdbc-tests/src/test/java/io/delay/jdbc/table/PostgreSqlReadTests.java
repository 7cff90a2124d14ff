// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.RecordedDataSource;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much PostgreSQL reads for a reserve or a purge, by its own statistics.
 */
@Tag("thorough")
@Timeout(120)
class PostgreSqlReadTests {

	private static final int JOBS = 3000;

	private static final int RESERVES = 50;

	private static final int PAGE = 500;

	private final JdbcTemplate rows = new JdbcTemplate(TestDatabase.POSTGRESQL.empty());

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private int tokens;

	@Test
	void aReserveDoesNotReadTheEntriesOfEarlierJobsAgain() throws Exception {
		HikariConfig config = config();
		config.addDataSourceProperty("options", "-c enable_seqscan=off");
		try (HikariDataSource pool = new HikariDataSource(config);
				JdbcDatabase database = new JdbcDatabase(pool, options().withClock(() -> this.now));
				Connection old = TestDatabase.POSTGRESQL.dataSource().getConnection()) {
			JdbcJobStore store = new JdbcJobStore(database);
			old.setAutoCommit(false);
			old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
			// Its snapshot keeps the dead entries
			old.createStatement().executeQuery("SELECT count(*) FROM delay_job").close();
			submit(store, JOBS, Duration.ZERO);
			handleAll(store);
			// Jobs of slow transactions can become visible within a second
			this.now = this.now.plusSeconds(5);
			long before = entriesRead(pool);
			for (int i = 0; i < RESERVES; i++) {
				submit(store, 1, Duration.ZERO);
				handleAll(store);
			}
			// Reads from the beginning become rarer
			assertThat(entriesRead(pool) - before).isLessThan(2L * JOBS * RESERVES / 5);
			old.rollback();
			old.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "DELAYED", "FAILED" })
	void aPurgeDoesNotReadTheEntriesOfEarlierPagesAgain(JobState state) throws Exception {
		int jobs = 20_000;
		this.rows.update(
				"INSERT INTO delay_job (topic, id, place, time, due, priority, size, payload) "
						+ "SELECT 'orders', 'job-' || i, ?, ? + i, 0, 1, 0, '' FROM generate_series(1, ?) i",
				(state == JobState.FAILED) ? Place.FAILED : Place.of(JobPriority.NORMAL),
				this.now.plusSeconds(1).toEpochMilli(), jobs);
		try (HikariDataSource pool = new HikariDataSource(config());
				JdbcDatabase database = new JdbcDatabase(pool, options().withClock(() -> this.now));
				Connection old = TestDatabase.POSTGRESQL.dataSource().getConnection()) {
			old.setAutoCommit(false);
			old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
			old.createStatement().executeQuery("SELECT count(*) FROM delay_job").close();
			JdbcJobStoreAdministrator administrator = new JdbcJobStoreAdministrator(database);
			long before = entriesRead(pool);
			int purged = 0;
			for (int page = PAGE; page == PAGE; purged += page) {
				page = administrator.purge("orders", state, PAGE);
			}
			assertThat(purged).isEqualTo(jobs);
			assertThat(entriesRead(pool) - before).isLessThan(8L * jobs);
			old.rollback();
			old.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		}
	}

	@Test
	void aReserveReadsByTheIndexAfterTheEmptyTableWasAnalyzed() {
		try (HikariDataSource pool = new HikariDataSource(config());
				JdbcDatabase database = new JdbcDatabase(pool, options())) {
			JdbcJobStore store = new JdbcJobStore(database);
			// Until the statements have a plan that is kept
			for (int i = 0; i < 20; i++) {
				submit(store, 2, Duration.ZERO);
				handleAll(store);
			}
			this.rows.execute("VACUUM (ANALYZE) delay_job");
			submit(store, 2, Duration.ZERO);
			handleAll(store);
			submit(store, JOBS, Duration.ofHours(1));
			submit(store, 20, Duration.ZERO);
			long before = tableScans(pool);
			handleAll(store);
			for (int i = 0; i < RESERVES; i++) {
				reserve(store);
			}
			assertThat(tableScans(pool) - before).isZero();
		}
	}

	// With statistics that lack the times of newer jobs, a bitmap scan can seem cheaper
	@Test
	void aReserveDoesNotReadTheEntriesOfAllWaitingJobsIfABitmapScanSeemsCheaper() {
		HikariConfig config = config();
		config.addDataSourceProperty("options", "-c enable_indexscan=off -c enable_indexonlyscan=off");
		try (HikariDataSource pool = new HikariDataSource(config);
				JdbcDatabase database = new JdbcDatabase(pool, options())) {
			JdbcJobStore store = new JdbcJobStore(database);
			submit(store, JOBS, Duration.ofHours(1));
			reserve(store);
			long before = entriesRead(pool);
			for (int i = 0; i < RESERVES; i++) {
				reserve(store);
			}
			assertThat(entriesRead(pool) - before).isLessThan(JOBS);
		}
	}

	@Test
	void changesInApplicationTransactionsUseTheIndexEvenIfTheTableWasAnalyzedWhileEmpty() {
		try (HikariDataSource pool = new HikariDataSource(config());
				JdbcDatabase database = new JdbcDatabase(pool, options())) {
			JdbcJobStore store = new JdbcJobStore(database);
			TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
			submit(store, 2, Duration.ZERO);
			handleAll(store);
			this.rows.execute("VACUUM (ANALYZE) delay_job");
			// Until the statements have a plan that is kept
			for (int i = 0; i < 20; i++) {
				transaction.executeWithoutResult((status) -> cancelUnknown(database));
			}
			submit(store, JOBS, Duration.ofHours(1));
			long before = tableScans(pool);
			for (int i = 0; i < RESERVES; i++) {
				transaction.executeWithoutResult((status) -> cancelUnknown(database));
				cancelUnknown(database);
			}
			assertThat(tableScans(pool) - before).isZero();
		}
	}

	private static void cancelUnknown(JdbcDatabase database) {
		new JdbcJobStoreAdministrator(database).cancel("orders", List.of("unknown"));
	}

	@Test
	void jobsWithGivenIdsAreNeverSearchedAmongAllJobsOfTheTopic() {
		RecordedDataSource recorded = new RecordedDataSource(TestDatabase.POSTGRESQL.dataSource());
		List<String> statements = new ArrayList<>();
		try (JdbcDatabase database = new JdbcDatabase(recorded, options())) {
			JdbcJobStore store = new JdbcJobStore(database);
			submit(store, 5, Duration.ZERO);
			statements.addAll(recorded.record(() -> handleAll(store)));
		}
		statements.removeIf((sql) -> !sql.contains("id = ANY"));
		assertThat(statements).anyMatch((sql) -> sql.startsWith("UPDATE"))
			.anyMatch((sql) -> sql.startsWith("DELETE"))
			.allSatisfy((sql) -> assertThat(planWithoutPrimaryKey(sql)).contains("topic")
				.doesNotContain("(topic)::text ="));
	}

	// If the index of places can find a topic for it, old statistics can make that seem
	// cheaper
	private static String planWithoutPrimaryKey(String sql) {
		AtomicInteger parameters = new AtomicInteger();
		String numbered = Pattern.compile("\\?")
			.matcher(sql)
			.replaceAll((match) -> "\\$" + parameters.incrementAndGet());
		TestDatabase database = TestDatabase.POSTGRESQL;
		return new TransactionTemplate(new DataSourceTransactionManager(database.dataSource())).execute((status) -> {
			status.setRollbackOnly();
			JdbcTemplate rows = new JdbcTemplate(database.dataSource());
			rows.execute("SET LOCAL enable_seqscan = off");
			rows.execute("ALTER TABLE delay_job DROP CONSTRAINT delay_job_pkey");
			rows.execute("SET LOCAL plan_cache_mode = force_generic_plan");
			rows.execute("PREPARE examined AS " + numbered);
			String values = String.join(", ", Collections.nCopies(parameters.get(), "NULL"));
			List<String> plan = rows.queryForList("EXPLAIN EXECUTE examined (" + values + ")", String.class);
			rows.execute("DEALLOCATE examined");
			return String.join("\n", plan);
		});
	}

	// With one connection, so that its prepared statements and statistics are known
	private static HikariConfig config() {
		HikariConfig config = TestDatabase.POSTGRESQL.config();
		config.setMaximumPoolSize(1);
		return config;
	}

	private static JdbcJobStoreOptions options() {
		return JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO).withListen(false);
	}

	private void submit(JdbcJobStore store, int jobs, Duration delay) {
		String name = "job-" + ++this.tokens + "-";
		store.submit(IntStream.range(0, jobs)
			.mapToObj((index) -> new NewJob("orders", name + index, DueTime.after(delay), ConflictPolicy.KEEP,
					JobRecord.of(new byte[10])))
			.toList());
	}

	private ReserveResult reserve(JdbcJobStore store) {
		return store.reserve(new ReserveRequest("orders", "host/1:" + ++this.tokens, 200, ReserveTerms.defaults()));
	}

	private void handleAll(JdbcJobStore store) {
		ReserveResult result = reserve(store);
		while (!result.jobs().isEmpty()) {
			store.settle(result.jobs().stream().<Settlement>map((job) -> new Settlement.Ack(job.lease())).toList());
			result = reserve(store);
		}
	}

	private static long entriesRead(DataSource pool) {
		return statistic(pool,
				"SELECT idx_tup_read FROM pg_stat_user_indexes " + "WHERE indexrelid = 'delay_job_place'::regclass");
	}

	private static long tableScans(DataSource pool) {
		return statistic(pool, "SELECT seq_scan FROM pg_stat_user_tables WHERE relid = 'delay_job'::regclass");
	}

	// A connection publishes its statistics only from time to time
	private static long statistic(DataSource pool, String sql) {
		JdbcTemplate rows = new JdbcTemplate(pool);
		rows.execute("SELECT pg_stat_force_next_flush()");
		Long value = rows.queryForObject(sql, Long.class);
		return (value != null) ? value : 0;
	}

}
