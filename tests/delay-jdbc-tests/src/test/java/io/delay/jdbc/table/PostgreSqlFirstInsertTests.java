// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.ControlledDataSource;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.RecordedDataSource;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.StoredJob;
import io.delay.store.SubmitOutcomeUnknownException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * New jobs need one statement on PostgreSQL.
 */
@Tag("thorough")
@Timeout(60)
class PostgreSqlFirstInsertTests {

	private static final String TOPIC = "orders";

	private static final Duration DELAY = Duration.ofHours(1);

	/**
	 * By how many microseconds an estimated time may differ from the clock: the duration
	 * of the last read.
	 */
	private static final long MAX_LAG = 20_000;

	private final ControlledDataSource controlled = new ControlledDataSource(TestDatabase.POSTGRESQL.empty());

	private final RecordedDataSource dataSource = new RecordedDataSource(this.controlled);

	private final JdbcTemplate rows = new JdbcTemplate(TestDatabase.POSTGRESQL.dataSource());

	private final TransactionTemplate transaction = new TransactionTemplate(
			new DataSourceTransactionManager(this.dataSource));

	private final JdbcDatabase database = new JdbcDatabase(this.dataSource, options());

	@BeforeEach
	void makeTheTopicKnown() {
		submit("first", DueTime.after(DELAY), ConflictPolicy.KEEP);
	}

	@AfterEach
	void close() {
		this.controlled.open();
		this.database.close();
	}

	private static JdbcJobStoreOptions options() {
		return JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO).withListen(false);
	}

	@Test
	void aNewJobNeedsOneStatementAndNoCommit() {
		// Once a second, statements for the topic and the clock are added
		assertThat(List.of("a", "b", "c")).anySatisfy((id) -> {
			List<String> statements = this.dataSource.record(() -> submit(id, DueTime.NOW, ConflictPolicy.KEEP));
			assertThat(statements).singleElement().asString().startsWith("INSERT INTO delay_job");
		});
	}

	@Test
	void anExistingJobNeedsTwoStatementsAndNoCommit() {
		assertThat(List.of("a", "b", "c")).anySatisfy(
				(id) -> assertThat(this.dataSource.record(() -> submit("first", DueTime.NOW, ConflictPolicy.KEEP)))
					.hasSize(2)
					.doesNotContain(RecordedDataSource.COMMIT));
	}

	@ParameterizedTest
	@EnumSource(value = ConflictPolicy.class, mode = EnumSource.Mode.EXCLUDE, names = "REPLACE")
	void aNewJobNeedsOneStatementInATransactionOfTheCaller(ConflictPolicy policy) {
		assertThat(List.of("a", "b", "c")).anySatisfy((id) -> this.transaction.executeWithoutResult((status) -> {
			List<String> statements = this.dataSource.record(() -> submit(id, DueTime.NOW, policy));
			assertThat(statements).singleElement().asString().startsWith("INSERT INTO delay_job");
		}));
	}

	@Test
	void aSubmitThatMustBeAtomicNeedsATransaction() {
		assertThat(this.dataSource.record(() -> store().submit(List.of(job(TOPIC, "a"), job(TOPIC, "b")))))
			.contains(RecordedDataSource.COMMIT);
		assertThat(this.dataSource.record(() -> submit("c", DueTime.NOW, ConflictPolicy.REPLACE)))
			.contains(RecordedDataSource.COMMIT);
	}

	@Test
	void newJobsNeedOneStatementForEachTopicInATransactionOfTheCaller() {
		this.transaction.executeWithoutResult((status) -> {
			List<NewJob> jobs = List.of(job(TOPIC, "b"), job("other", "a"), job(TOPIC, "a"));
			assertThat(this.dataSource.record(() -> assertThat(store().submit(jobs)).extracting(SubmitResult::status)
				.containsOnly(SubmitStatus.CREATED))).hasSize(2);
		});
		assertThat(this.rows.queryForList("SELECT topic || ' ' || id FROM delay_job ORDER BY 1", String.class))
			.containsExactly("orders a", "orders b", "orders first", "other a");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aTakenIdIsHandledByItsPolicy(boolean isInTransaction) {
		assertThat(submit("first", DueTime.NOW, ConflictPolicy.KEEP, isInTransaction).status())
			.isEqualTo(SubmitStatus.EXISTING);
		assertThat(submit("first", DueTime.NOW, ConflictPolicy.REJECT, isInTransaction).status())
			.isEqualTo(SubmitStatus.EXISTING);
		assertThat(find("first").state()).isEqualTo(JobState.DELAYED);
		SubmitResult replaced = submit("first", DueTime.NOW, ConflictPolicy.REPLACE, isInTransaction);
		assertThat(replaced.status()).isEqualTo(SubmitStatus.REPLACED);
		assertThat(find("first").state()).isEqualTo(JobState.READY);
	}

	@Test
	void anIdThatOccursTwiceInOneCallExistsTheSecondTime() {
		NewJob first = job(TOPIC, "twice");
		NewJob later = new NewJob(TOPIC, "twice", DueTime.NOW, ConflictPolicy.KEEP, record(JobPriority.HIGH));
		List<SubmitResult> results = this.transaction.execute((status) -> store().submit(List.of(first, later)));
		assertThat(results).extracting(SubmitResult::status)
			.containsExactly(SubmitStatus.CREATED, SubmitStatus.EXISTING);
		assertThat(find("twice").record().priority()).isEqualTo(JobPriority.NORMAL);
		NewJob replacing = new NewJob(TOPIC, "twice", DueTime.NOW, ConflictPolicy.REPLACE, record(JobPriority.LOW));
		assertThat(store().submit(List.of(later, replacing, job(TOPIC, "new")))).extracting(SubmitResult::status)
			.containsExactly(SubmitStatus.EXISTING, SubmitStatus.REPLACED, SubmitStatus.CREATED);
		assertThat(find("twice").record().priority()).isEqualTo(JobPriority.LOW);
	}

	@Test
	void aTransactionOfNewAndTakenIdsContinues() {
		List<SubmitResult> results = this.transaction
			.execute((status) -> store().submit(List.of(job(TOPIC, "new"), job(TOPIC, "first"), job(TOPIC, "a"))));
		assertThat(results).extracting(SubmitResult::status)
			.containsExactly(SubmitStatus.CREATED, SubmitStatus.EXISTING, SubmitStatus.CREATED);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aJobIsStoredCompletely(boolean isInTransaction) {
		JobRecord record = new JobRecord(new byte[] { 1, 0, -1 }, Map.of("a", "b", "\u00e9", "'"),
				Duration.ofNanos(5_000_001), 7, JobPriority.LOW);
		Instant at = Instant.parse("2100-01-01T00:00:00.000000001Z");
		inTransaction(isInTransaction,
				() -> store().submit(List.of(new NewJob(TOPIC, "all", DueTime.at(at), ConflictPolicy.KEEP, record))));
		StoredJob stored = find("all");
		assertThat(stored.record().payload()).containsExactly(1, 0, -1);
		assertThat(stored.record().headers()).isEqualTo(record.headers());
		assertThat(stored.record().ttr()).isEqualTo(Duration.ofMillis(6));
		assertThat(stored.record().maxAttempts()).isEqualTo(7);
		assertThat(stored.record().priority()).isEqualTo(JobPriority.LOW);
		assertThat(stored.dueTime()).isEqualTo(at.truncatedTo(ChronoUnit.MILLIS).plusMillis(1));
		assertThat(this.rows.queryForMap("SELECT place, size, time, due FROM delay_job WHERE id = 'all'"))
			.containsEntry("place", 2)
			.containsEntry("size", 3)
			.containsEntry("time", stored.dueTime().toEpochMilli())
			.containsEntry("due", stored.dueTime().toEpochMilli());
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 999_999, 1_000_000, 1_000_001, 3_600_000_000_000L })
	void aDelayIsNeverShorterByTheClockOfTheServer(long nanos) {
		long before = clock();
		SubmitResult result = submit("a", DueTime.after(Duration.ofNanos(nanos)), ConflictPolicy.KEEP);
		long after = clock();
		long stored = this.rows.queryForObject("SELECT due FROM delay_job WHERE id = 'a'", Long.class);
		assertThat(result.dueTime()).isEqualTo(Instant.ofEpochMilli(stored));
		assertThat(stored * 1000).isBetween(before + nanos / 1000, after + nanos / 1000 + MAX_LAG);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aDelayIsNotShorterAfterASlowReadOfTheClock(boolean isInTransaction) {
		this.rows.execute("CREATE SCHEMA slow");
		this.rows.execute("CREATE FUNCTION slow.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS "
				+ "'DECLARE now timestamptz := pg_catalog.clock_timestamp(); "
				+ "BEGIN PERFORM pg_sleep(0.05); RETURN now; END'");
		HikariConfig config = TestDatabase.POSTGRESQL.config();
		config.setMaximumPoolSize(3);
		config.setConnectionInitSql("SET search_path TO slow, public, pg_catalog");
		try (HikariDataSource pool = new HikariDataSource(config);
				JdbcDatabase other = new JdbcDatabase(pool, options())) {
			JdbcJobStore slow = new JdbcJobStore(other);
			slow.submit(List.of(job(TOPIC, "a")));
			TransactionTemplate slowly = new TransactionTemplate(new DataSourceTransactionManager(pool));
			long before = clock();
			SubmitResult result = (isInTransaction ? slowly.execute((status) -> slow.submit(List.of(job(TOPIC, "b"))))
					: slow.submit(List.of(job(TOPIC, "b"))))
				.get(0);
			assertThat(result.dueTime().minus(DELAY).toEpochMilli()).isBetween(before / 1000, before / 1000 + 1000);
		}
		finally {
			this.rows.execute("DROP SCHEMA slow CASCADE");
		}
	}

	@ParameterizedTest
	@MethodSource
	void aJobWithoutDelayIsReadyAtOnce(DueTime dueTime) {
		long before = clock();
		SubmitResult result = submit("a", dueTime, ConflictPolicy.KEEP);
		assertThat(result.dueTime().toEpochMilli()).isBetween((before - MAX_LAG) / 1000, clock() / 1000);
		assertThat(find("a").state()).isEqualTo(JobState.READY);
	}

	static List<DueTime> aJobWithoutDelayIsReadyAtOnce() {
		return List.of(DueTime.NOW, DueTime.at(Instant.EPOCH), DueTime.at(Instant.MIN));
	}

	@Test
	void aSubmitWaitsForATransactionThatMayTakeItsId() throws Exception {
		CountDownLatch stored = new CountDownLatch(1);
		CountDownLatch ended = new CountDownLatch(1);
		FutureTask<Boolean> holder = start(() -> this.transaction.execute((status) -> {
			submit("contended", DueTime.NOW, ConflictPolicy.KEEP);
			stored.countDown();
			status.setRollbackOnly();
			return await(ended);
		}));
		assertThat(stored.await(20, TimeUnit.SECONDS)).isTrue();
		FutureTask<SubmitResult> waiting = start(() -> submit("contended", DueTime.NOW, ConflictPolicy.KEEP));
		assertThat(submit("other", DueTime.NOW, ConflictPolicy.KEEP).status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(waiting).isNotDone();
		ended.countDown();
		assertThat(holder.get(20, TimeUnit.SECONDS)).isTrue();
		assertThat(waiting.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void theOutcomeIsUnknownIfTheConnectionIsCut() {
		this.controlled.loseNextCommit();
		assertThatExceptionOfType(SubmitOutcomeUnknownException.class)
			.isThrownBy(() -> submit("a", DueTime.NOW, ConflictPolicy.KEEP))
			.satisfies((ex) -> assertThat(ex.ids()).containsExactly("a"));
		assertThat(submit("a", DueTime.NOW, ConflictPolicy.KEEP).status()).isEqualTo(SubmitStatus.EXISTING);
	}

	@Test
	void aStatementThatTheServerRefusesHasAKnownOutcome() {
		this.rows.execute("ALTER TABLE delay_job ADD CONSTRAINT delay_refused CHECK (id <> 'refused')");
		try {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> submit("refused", DueTime.NOW, ConflictPolicy.KEEP));
		}
		finally {
			this.rows.execute("ALTER TABLE delay_job DROP CONSTRAINT delay_refused");
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void theConnectionIsRestored(boolean isAutoCommit) throws Exception {
		HikariConfig config = TestDatabase.POSTGRESQL.config();
		SingleConnectionDataSource single = new SingleConnectionDataSource(config.getJdbcUrl(), config.getUsername(),
				config.getPassword(), true);
		Connection connection = single.getConnection();
		connection.setAutoCommit(isAutoCommit);
		JdbcTemplate settings = new JdbcTemplate(single);
		try (JdbcDatabase other = new JdbcDatabase(single, options())) {
			new JdbcJobStore(other).submit(List.of(job(TOPIC, "a")));
			assertThat(connection.getAutoCommit()).isEqualTo(isAutoCommit);
			assertThat(settings.queryForObject("SHOW lock_timeout", String.class)).isEqualTo("0");
			assertThat(settings.queryForObject("SHOW enable_seqscan", String.class)).isEqualTo("on");
			connection.setAutoCommit(true);
		}
		finally {
			single.destroy();
		}
		assertThat(find("a").state()).isEqualTo(JobState.DELAYED);
	}

	@Test
	void aPoolWithAnotherIsolationNeedsATransaction() throws SQLException {
		HikariConfig config = TestDatabase.POSTGRESQL.config();
		config.setMaximumPoolSize(2);
		config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
		try (HikariDataSource pool = new HikariDataSource(config)) {
			RecordedDataSource recorded = new RecordedDataSource(pool);
			try (JdbcDatabase other = new JdbcDatabase(recorded, options())) {
				new JdbcJobStore(other).submit(List.of(job(TOPIC, "a")));
				assertThat(recorded.record(() -> new JdbcJobStore(other).submit(List.of(job(TOPIC, "b")))))
					.contains(RecordedDataSource.COMMIT);
			}
		}
		assertThat(find("b").state()).isEqualTo(JobState.DELAYED);
	}

	private JdbcJobStore store() {
		return new JdbcJobStore(this.database);
	}

	private StoredJob find(String id) {
		return new JdbcJobStoreInspector(this.database).find(TOPIC, id).orElseThrow();
	}

	private long clock() {
		return this.rows.queryForObject("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS bigint)",
				Long.class);
	}

	private SubmitResult submit(String id, DueTime dueTime, ConflictPolicy policy) {
		return submit(id, dueTime, policy, false);
	}

	private SubmitResult submit(String id, DueTime dueTime, ConflictPolicy policy, boolean isInTransaction) {
		return inTransaction(isInTransaction,
				() -> store().submit(List.of(new NewJob(TOPIC, id, dueTime, policy, record(JobPriority.NORMAL)))))
			.get(0);
	}

	private List<SubmitResult> inTransaction(boolean isInTransaction, Supplier<List<SubmitResult>> submit) {
		return isInTransaction ? this.transaction.execute((status) -> submit.get()) : submit.get();
	}

	private static NewJob job(String topic, String id) {
		return new NewJob(topic, id, DueTime.after(DELAY), ConflictPolicy.KEEP, record(JobPriority.NORMAL));
	}

	private static JobRecord record(JobPriority priority) {
		return new JobRecord(new byte[10], Map.of(), null, null, priority);
	}

	private static boolean await(CountDownLatch latch) {
		try {
			return latch.await(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static <T> FutureTask<T> start(Callable<T> work) {
		FutureTask<T> task = new FutureTask<>(work);
		Thread thread = new Thread(task, "submitter");
		thread.setDaemon(true);
		thread.start();
		return task;
	}

}
