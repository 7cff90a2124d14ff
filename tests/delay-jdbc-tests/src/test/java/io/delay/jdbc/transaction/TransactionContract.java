// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.NestedRuntimeException;
import org.springframework.core.PriorityOrdered;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSettlementTransactions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.SettlementTransactions;
import io.delay.store.WakeUpListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Jobs in the transactions of their callers.
 */
abstract class TransactionContract {

	private static final String TOPIC = "orders";

	private static final Duration TIME_LIMIT = Duration.ofSeconds(20);

	private final DataSource dataSource;

	private final JdbcTemplate rows;

	private final TransactionTemplate transaction;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final JdbcJobStoreInspector inspector;

	private int tokens;

	TransactionContract(TestDatabase database) {
		this.dataSource = database.empty();
		database.execute("DROP TABLE IF EXISTS business", "CREATE TABLE business (id varchar(50) PRIMARY KEY)");
		this.rows = new JdbcTemplate(this.dataSource);
		this.transaction = new TransactionTemplate(new DataSourceTransactionManager(this.dataSource));
		// The start of listening to other instances wakes everybody once, and looking for
		// their jobs does so whenever it finds one
		this.database = new JdbcDatabase(this.dataSource,
				JdbcJobStoreOptions.defaults().withListen(false).withPollInterval(Duration.ZERO));
		this.store = new JdbcJobStore(this.database);
		this.inspector = new JdbcJobStoreInspector(this.database);
	}

	@BeforeEach
	void makeTheTopicKnown() {
		reserve();
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void aJobCommitsWithTheRowOfTheCaller() {
		this.transaction.executeWithoutResult((status) -> {
			insertRow("a");
			submit("a", ConflictPolicy.KEEP);
		});
		assertThat(rowCount()).isOne();
		assertThat(ids(reserve())).containsExactly("a");
	}

	@ParameterizedTest
	@MethodSource("callbacks")
	void anExceptionOfACallbackAfterTheCommitDoesNotFailTheTransaction(TransactionSynchronization callback)
			throws Exception {
		submit("a", ConflictPolicy.KEEP);
		Lease lease = reserve().jobs().get(0).lease();
		SettlementTransactions transactions = new JdbcSettlementTransactions(this.database,
				new DataSourceTransactionManager(this.dataSource));
		List<Throwable> failures = new ArrayList<>();
		transactions.execute(() -> {
			TransactionSynchronizationManager.registerSynchronization(callback);
			insertRow("a");
			assertThat(transactions.settle(new Settlement.Ack(lease))).isEqualTo(SettleResult.DONE);
		}, failures::add);
		assertThat(failures).singleElement().extracting(Throwable::getMessage).isEqualTo("no mail server");
		assertThat(rowCount()).isOne();
		assertThat(this.inspector.find(TOPIC, "a")).isEmpty();
	}

	static Stream<TransactionSynchronization> callbacks() {
		return Stream.of(new FailingCallback(), new FirstFailingCallback());
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anExceptionOfTheCommitFailsTheTransaction(boolean committed) {
		DataSourceTransactionManager manager = new DataSourceTransactionManager(this.dataSource) {

			@Override
			protected void doCommit(DefaultTransactionStatus status) {
				if (committed) {
					super.doCommit(status);
				}
				throw new TransactionSystemException("the connection is broken");
			}

		};
		assertThatExceptionOfType(TransactionSystemException.class)
			.isThrownBy(() -> new JdbcSettlementTransactions(this.database, manager).execute(() -> insertRow("a"),
					TransactionContract::unexpected));
	}

	@Test
	void aTransactionThatCannotBeginIsReportedAsAnOutage() {
		DataSourceTransactionManager manager = new DataSourceTransactionManager(this.dataSource) {

			@Override
			protected void doBegin(Object transaction, TransactionDefinition definition) {
				throw new CannotCreateTransactionException("no connection", new SQLException("refused"));
			}

		};
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> new JdbcSettlementTransactions(this.database, manager).execute(() -> insertRow("a"),
					TransactionContract::unexpected))
			.withMessageContaining("refused");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void theIsolationOfATransactionIsSetOnlyIfItDiffersFromTheDefault(boolean committed) throws Exception {
		AtomicInteger isolation = new AtomicInteger();
		DataSourceTransactionManager manager = new DataSourceTransactionManager(this.dataSource) {

			@Override
			protected void doBegin(Object transaction, TransactionDefinition definition) {
				isolation.set(definition.getIsolationLevel());
				super.doBegin(transaction, definition);
			}

		};
		DelegatingDataSource other = new DelegatingDataSource(this.dataSource) {

			@Override
			public Connection getConnection() throws SQLException {
				Connection connection = super.getConnection();
				connection.setTransactionIsolation(
						committed ? Connection.TRANSACTION_READ_COMMITTED : Connection.TRANSACTION_REPEATABLE_READ);
				return connection;
			}

		};
		try (JdbcDatabase usual = new JdbcDatabase(other, JdbcJobStoreOptions.defaults().withListen(false))) {
			new JdbcSettlementTransactions(usual, manager).execute(() -> insertRow("a"),
					TransactionContract::unexpected);
		}
		assertThat(isolation).hasValue(
				committed ? TransactionDefinition.ISOLATION_DEFAULT : TransactionDefinition.ISOLATION_READ_COMMITTED);
	}

	@Test
	void aReadOnlyTransactionChangesNoJobs() {
		submit("a", ConflictPolicy.KEEP);
		TransactionTemplate readOnly = new TransactionTemplate(new DataSourceTransactionManager(this.dataSource));
		readOnly.setReadOnly(true);
		List<Runnable> changes = List.of(() -> submit("b", ConflictPolicy.KEEP), () -> this.store.cancel(TOPIC, "a"),
				() -> this.store.reschedule(TOPIC, "a", DueTime.after(Duration.ofHours(1))));
		for (Runnable change : changes) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> readOnly.executeWithoutResult((status) -> change.run()))
				.withMessageContaining("read-only");
		}
		assertThat(readOnly.<JobState>execute((status) -> state("a"))).isEqualTo(JobState.READY);
		assertThat(state("b")).isNull();
	}

	@Test
	void jobsAreNotKeptInMemoryUntilTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			List<WeakReference<byte[]>> payloads = List.of(submitted("a"), submitted("b"));
			Awaitility.await().until(() -> {
				System.gc();
				return payloads.stream().allMatch((each) -> each.get() == null);
			});
		});
		assertThat(ids(reserve())).containsExactlyInAnyOrder("a", "b");
	}

	private WeakReference<byte[]> submitted(String id) {
		byte[] payload = new byte[100];
		this.store.submit(List.of(new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(payload))));
		return new WeakReference<>(payload);
	}

	// A due time is later by the duration of the last read of the clock, which can be
	// long on a busy machine. So the test is repeated after a reserve, which reads the
	// clock again
	@Test
	void severalSubmitsOfATransactionWakeConsumersOnceForTheEarliest() {
		Duration hour = Duration.ofHours(1).plusMillis(1);
		List<Duration> received = new CopyOnWriteArrayList<>();
		int attempts = 0;
		try (var subscription = this.store.subscribe(TOPIC, received::add)) {
			do {
				attempts++;
				assertThat(ids(reserve())).isEmpty();
				received.clear();
				submitInHours(List.of(2, 1, 3), "attempt-" + attempts);
				assertThat(received).hasSize(1);
			}
			while (received.get(0).compareTo(hour) > 0 && attempts < 20);
		}
		assertThat(received.get(0)).isBetween(Duration.ofMinutes(59), hour);
		assertThat(this.inspector.throughput(TOPIC)
			.quarters()
			.stream()
			.mapToLong((quarter) -> quarter.counts().submitted())
			.sum()).isEqualTo(3L * attempts);
	}

	private void submitInHours(List<Integer> hours, String prefix) {
		this.transaction.executeWithoutResult(
				(status) -> hours.forEach((each) -> this.store.submit(List.of(new NewJob(TOPIC, prefix + "-in-" + each,
						DueTime.after(Duration.ofHours(each)), ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))));
	}

	@Test
	void aSavepointCanBeRolledBackToTwice() {
		List<Duration> received = new CopyOnWriteArrayList<>();
		try (var subscription = this.store.subscribe(TOPIC, received::add)) {
			received.clear();
			this.transaction.executeWithoutResult((status) -> {
				Object savepoint = status.createSavepoint();
				for (int i = 0; i < 2; i++) {
					submit("a", ConflictPolicy.KEEP);
					status.rollbackToSavepoint(savepoint);
				}
			});
			assertThat(received).isEmpty();
		}
		assertThat(state("a")).isNull();
	}

	@Test
	void aRollbackRemovesAllJobsOfTheTransaction() {
		this.transaction.executeWithoutResult((status) -> {
			insertRow("a");
			submit("a", ConflictPolicy.KEEP);
			status.setRollbackOnly();
		});
		assertThat(rowCount()).isZero();
		assertThat(state("a")).isNull();
		assertThat(this.inspector.throughput(TOPIC).quarters())
			.allSatisfy((quarter) -> assertThat(quarter.counts().submitted()).isZero());
	}

	@Test
	void nothingIsVisibleBeforeTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			submit("a", ConflictPolicy.KEEP);
			assertThat(state("a")).isEqualTo(JobState.READY);
			assertThat(elsewhere(this::reserve).jobs()).isEmpty();
		});
		assertThat(ids(reserve())).containsExactly("a");
	}

	@Test
	void noConsumerIsWokenBeforeTheCommit() {
		List<Duration> received = new CopyOnWriteArrayList<>();
		try (var subscription = this.store.subscribe(TOPIC, received::add)) {
			received.clear();
			this.transaction.executeWithoutResult((status) -> {
				submit("a", ConflictPolicy.KEEP);
				assertThat(received).isEmpty();
			});
			assertThat(received).containsExactly(Duration.ZERO);
		}
	}

	@Test
	void noConsumerIsWokenAfterARollback() {
		List<Duration> received = new CopyOnWriteArrayList<>();
		try (var subscription = this.store.subscribe(TOPIC, received::add)) {
			received.clear();
			this.transaction.executeWithoutResult((status) -> {
				submit("a", ConflictPolicy.KEEP);
				status.setRollbackOnly();
			});
			assertThat(received).isEmpty();
		}
	}

	@Test
	void aTakenIdDoesNotBreakTheTransaction() {
		submit("kept", ConflictPolicy.KEEP);
		submit("rejected", ConflictPolicy.KEEP);
		submit("replaced", ConflictPolicy.KEEP);
		this.transaction.executeWithoutResult((status) -> {
			insertRow("before");
			assertThat(submit("kept", ConflictPolicy.KEEP).status()).isEqualTo(SubmitStatus.EXISTING);
			assertThat(submit("rejected", ConflictPolicy.REJECT).status()).isEqualTo(SubmitStatus.EXISTING);
			assertThat(submit("replaced", ConflictPolicy.REPLACE).status()).isEqualTo(SubmitStatus.REPLACED);
			assertThat(submit("new", ConflictPolicy.KEEP).status()).isEqualTo(SubmitStatus.CREATED);
			insertRow("after");
		});
		assertThat(rowCount()).isEqualTo(2);
		assertThat(ids(reserve())).containsExactlyInAnyOrder("kept", "rejected", "replaced", "new");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 99, 100 })
	void manySubmitsStoreOnlyNewIds(int existing) {
		submitAll(existing, 1);
		assertThat(submitAll(100, 1)).filteredOn((result) -> result.status() == SubmitStatus.EXISTING)
			.hasSize(existing);
		assertThat(this.rows.queryForObject("SELECT COUNT(*) FROM delay_job", Integer.class)).isEqualTo(100);
	}

	@Test
	void largeJobsAreStoredTogether() {
		assertThat(submitAll(10, 2_000_000)).extracting(SubmitResult::status).containsOnly(SubmitStatus.CREATED);
		assertThat(this.rows.queryForObject("SELECT SUM(size) FROM delay_job", Long.class)).isEqualTo(20_000_000);
	}

	private List<SubmitResult> submitAll(int jobs, int bytes) {
		return this.store.submit(IntStream.range(0, jobs)
			.mapToObj((i) -> new NewJob(TOPIC, "many-" + i, DueTime.NOW, ConflictPolicy.KEEP,
					JobRecord.of(new byte[bytes])))
			.toList());
	}

	@Test
	void aRollbackUndoesAReplacement() {
		submit("a", ConflictPolicy.KEEP);
		this.transaction.executeWithoutResult((status) -> {
			this.store.submit(List.of(new NewJob(TOPIC, "a", DueTime.after(Duration.ofHours(1)), ConflictPolicy.REPLACE,
					JobRecord.of(new byte[0]))));
			status.setRollbackOnly();
		});
		assertThat(ids(reserve())).containsExactly("a");
	}

	@Test
	void aRollbackUndoesACancelAndAReschedule() {
		submit("a", ConflictPolicy.KEEP);
		submit("b", ConflictPolicy.KEEP);
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.store.cancel(TOPIC, "a")).contains(JobState.READY);
			assertThat(this.store.reschedule(TOPIC, "b", DueTime.after(Duration.ofHours(1)))).contains(JobState.READY);
			assertThat(state("a")).isNull();
			assertThat(state("b")).isEqualTo(JobState.DELAYED);
			status.setRollbackOnly();
		});
		assertThat(ids(reserve())).containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void onlyCancelsAndReschedulesOfOperatorsJoinTheTransaction() {
		List.of("a", "b", "c").forEach((id) -> submit(id, ConflictPolicy.KEEP));
		JdbcJobStoreAdministrator administrator = new JdbcJobStoreAdministrator(this.database);
		this.transaction.executeWithoutResult((status) -> {
			administrator.cancel(TOPIC, List.of("a"));
			administrator.reschedule(TOPIC, List.of("b"), DueTime.after(Duration.ofHours(1)));
			administrator.bury(TOPIC, List.of("c"), new FailureReason("by an operator", "host", null, null));
			status.setRollbackOnly();
		});
		assertThat(state("a")).isEqualTo(JobState.READY);
		assertThat(state("b")).isEqualTo(JobState.READY);
		assertThat(state("c")).isEqualTo(JobState.FAILED);
	}

	@Test
	void aRollbackToASavepointUndoesLaterSubmits() {
		List<Duration> received = new CopyOnWriteArrayList<>();
		try (var subscription = this.store.subscribe(TOPIC, received::add)) {
			received.clear();
			this.transaction.executeWithoutResult((status) -> {
				this.store.submit(List.of(new NewJob(TOPIC, "kept", DueTime.after(Duration.ofHours(1)),
						ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
				Object savepoint = status.createSavepoint();
				submit("undone", ConflictPolicy.KEEP);
				status.rollbackToSavepoint(savepoint);
			});
			assertThat(state("kept")).isEqualTo(JobState.DELAYED);
			assertThat(state("undone")).isNull();
			assertThat(received).hasSize(1).doesNotContain(Duration.ZERO);
		}
	}

	@Test
	void anInnerNewTransactionCommitsAlone() {
		TransactionTemplate inner = new TransactionTemplate(this.transaction.getTransactionManager());
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transaction.executeWithoutResult((status) -> {
			submit("outer", ConflictPolicy.KEEP);
			inner.executeWithoutResult((nested) -> submit("inner", ConflictPolicy.KEEP));
			status.setRollbackOnly();
		});
		assertThat(ids(reserve())).containsExactly("inner");
	}

	@Test
	void aTransactionOfAHandlerIsReadCommitted() throws Exception {
		new JdbcSettlementTransactions(this.database, new DataSourceTransactionManager(this.dataSource))
			.execute(() -> assertThat(this.rows.<Integer>execute(Connection::getTransactionIsolation))
				.isEqualTo(Connection.TRANSACTION_READ_COMMITTED), TransactionContract::unexpected);
	}

	private static void unexpected(Throwable failure) {
		throw new AssertionError(failure);
	}

	@Test
	void anExceptionOfARollbackDoesNotHideThatOfTheHandler() {
		DataAccessException broken = new DataAccessResourceFailureException("the connection is broken");
		DataSourceTransactionManager manager = new DataSourceTransactionManager(this.dataSource) {

			@Override
			protected void doRollback(DefaultTransactionStatus status) {
				super.doRollback(status);
				throw broken;
			}

		};
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> new JdbcSettlementTransactions(this.database, manager).execute(() -> {
				throw new IOException("of the handler");
			}, TransactionContract::unexpected))
			.withMessage("of the handler")
			.satisfies((thrown) -> assertThat(thrown.getSuppressed()).containsExactly(broken));
	}

	@Test
	void aHandlerThatExceedsTheTimeoutOfItsTransactionCanStillEndItsLease() throws Exception {
		submit("a", ConflictPolicy.KEEP);
		Lease lease = reserve().jobs().get(0).lease();
		DataSourceTransactionManager manager = new DataSourceTransactionManager(this.dataSource);
		manager.setDefaultTimeout(1);
		JdbcSettlementTransactions transactions = new JdbcSettlementTransactions(this.database, manager);
		transactions.execute(() -> {
			Date deadline = ((ConnectionHolder) TransactionSynchronizationManager.getResource(this.dataSource))
				.getDeadline();
			Awaitility.await().until(() -> new Date().after(deadline));
			assertThat(transactions.settle(new Settlement.Ack(lease))).isEqualTo(SettleResult.DONE);
		}, TransactionContract::unexpected);
		assertThat(state("a")).isNull();
	}

	@Test
	void aJobThatWasFoundInATransactionIsNotLocked() {
		submit("a", ConflictPolicy.KEEP);
		this.transaction.executeWithoutResult((status) -> {
			assertThat(state("a")).isEqualTo(JobState.READY);
			CompletableFuture<Optional<JobState>> cancelled = CompletableFuture
				.supplyAsync(() -> this.store.cancel(TOPIC, "a"));
			assertThat(cancelled).succeedsWithin(Duration.ofSeconds(10));
		});
		assertThat(state("a")).isNull();
	}

	@Test
	void settlementsAndReservesDoNotJoinTheTransaction() {
		submit("a", ConflictPolicy.KEEP);
		this.transaction.executeWithoutResult((status) -> {
			insertRow("a");
			Lease lease = reserve().jobs().get(0).lease();
			assertThat(this.store.settle(List.of(new Settlement.Ack(lease)))).containsExactly(SettleResult.DONE);
			status.setRollbackOnly();
		});
		assertThat(state("a")).isNull();
		assertThat(rowCount()).isZero();
	}

	@Test
	void aJobThatATransactionLocksIsSkippedForAMoment() throws Exception {
		submit("a", ConflictPolicy.KEEP);
		this.transaction.executeWithoutResult((status) -> {
			this.store.cancel(TOPIC, "a");
			ReserveResult result = elsewhere(this::reserve);
			assertThat(result.jobs()).isEmpty();
			assertThat(result.nextEvent()).isPositive();
			status.setRollbackOnly();
		});
		assertThat(ids(reserve())).containsExactly("a");
	}

	@Test
	void aSecondSubmitOfAnIdWaitsForTheFirst() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<SubmitResult> second = new CompletableFuture<>();
		this.transaction.executeWithoutResult((status) -> {
			submit("a", ConflictPolicy.KEEP);
			new Thread(() -> {
				begun.countDown();
				second.complete(submit("a", ConflictPolicy.KEEP));
			}).start();
			await(begun);
			assertThat(second).isNotDone();
		});
		assertThat(second.get(TIME_LIMIT.toSeconds(), TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.EXISTING);
	}

	@Test
	void aSecondSubmitOfAnIdStoresItIfTheFirstIsRolledBack() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<SubmitResult> second = new CompletableFuture<>();
		this.transaction.executeWithoutResult((status) -> {
			submit("a", ConflictPolicy.KEEP);
			new Thread(() -> {
				begun.countDown();
				second.complete(submit("a", ConflictPolicy.KEEP));
			}).start();
			await(begun);
			status.setRollbackOnly();
		});
		assertThat(second.get(TIME_LIMIT.toSeconds(), TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(ids(reserve())).containsExactly("a");
	}

	@Test
	void anIdThatWasStoredAfterTheFirstReadOfTheTransactionIsFound() {
		this.transaction.executeWithoutResult((status) -> {
			assertThat(rowCount()).isZero();
			elsewhere(() -> submit("a", ConflictPolicy.KEEP));
			elsewhere(() -> submit("b", ConflictPolicy.KEEP));
			assertThat(submit("a", ConflictPolicy.KEEP).status()).isEqualTo(SubmitStatus.EXISTING);
			assertThat(submit("a", ConflictPolicy.REJECT).status()).isEqualTo(SubmitStatus.EXISTING);
			assertThat(submit("b", ConflictPolicy.REPLACE).status()).isEqualTo(SubmitStatus.REPLACED);
		});
		assertThat(ids(reserve())).containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void aJobThatWasStoredAfterTheFirstReadOfTheTransactionIsCancelled() {
		this.transaction.executeWithoutResult((status) -> {
			assertThat(rowCount()).isZero();
			assertThat(this.store.cancel(TOPIC, "b")).isEmpty();
			elsewhere(() -> submit("a", ConflictPolicy.KEEP));
			assertThat(this.store.cancel(TOPIC, "a")).contains(JobState.READY);
		});
		assertThat(this.rows.queryForObject("SELECT COUNT(*) FROM delay_job", Integer.class)).isZero();
	}

	@Test
	void aSubmitThatWaitsEndsWithTheTimeoutOfItsTransaction() {
		TransactionTemplate limited = new TransactionTemplate(
				Objects.requireNonNull(this.transaction.getTransactionManager()));
		limited.setTimeout(1);
		this.transaction.executeWithoutResult((status) -> {
			submit("a", ConflictPolicy.KEEP);
			CompletableFuture<SubmitResult> second = CompletableFuture.supplyAsync(() -> limited.execute((inner) -> {
				limitWaitsForLocks(this.dataSource);
				return submit("a", ConflictPolicy.KEEP);
			}));
			assertThat(second).failsWithin(TIME_LIMIT)
				.withThrowableThat()
				.withCauseInstanceOf(NestedRuntimeException.class);
		});
		assertThat(ids(reserve())).containsExactly("a");
	}

	/**
	 * Shorten the waits for locks of the transaction of this thread on a database whose
	 * timeout of a statement does not limit them.
	 */
	void limitWaitsForLocks(DataSource dataSource) {
	}

	@Test
	void aTimeoutThatIsNotReachedHasNoEffect() {
		TransactionTemplate limited = new TransactionTemplate(
				Objects.requireNonNull(this.transaction.getTransactionManager()));
		limited.setTimeout(60);
		List<NewJob> jobs = Stream.of("a", "b", "c")
			.map((id) -> new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.REPLACE, JobRecord.of(new byte[0])))
			.toList();
		limited.executeWithoutResult((status) -> {
			this.store.submit(jobs);
			this.store.submit(jobs);
			this.store.cancel(TOPIC, "a");
			this.store.reschedule(TOPIC, "b", DueTime.after(Duration.ofHours(1)));
		});
		assertThat(ids(reserve())).containsExactly("c");
	}

	@Test
	void aFailureOfTheCallerRemovesAllJobsOfTheTransaction() {
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.transaction.executeWithoutResult((status) -> {
				submit("a", ConflictPolicy.KEEP);
				insertRow("x");
				insertRow("x");
			}));
		assertThat(state("a")).isNull();
	}

	@Test
	void aLongTransactionDoesNotDelayItsWakeUp() throws Exception {
		List<Duration> received = new CopyOnWriteArrayList<>();
		WakeUpListener listener = received::add;
		try (var subscription = this.store.subscribe(TOPIC, listener)) {
			received.clear();
			this.transaction.executeWithoutResult((status) -> {
				this.store.submit(List.of(new NewJob(TOPIC, "a", DueTime.after(Duration.ofSeconds(60)),
						ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
				this.rows.queryForObject("SELECT COUNT(*) FROM business", Integer.class);
				sleep(300);
			});
			assertThat(received).hasSize(1)
				.allSatisfy((delay) -> assertThat(delay).isLessThan(Duration.ofMillis(59_750)));
		}
	}

	private static void sleep(long millis) {
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(TIME_LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private <T> T elsewhere(Supplier<T> work) {
		return CompletableFuture.supplyAsync(work).join();
	}

	private void insertRow(String id) {
		this.rows.update("INSERT INTO business (id) VALUES (?)", id);
	}

	private int rowCount() {
		return this.rows.queryForObject("SELECT COUNT(*) FROM business", Integer.class);
	}

	private SubmitResult submit(String id, ConflictPolicy onConflict) {
		return this.store
			.submit(List
				.of(new NewJob(TOPIC, id, DueTime.NOW, onConflict, JobRecord.of(id.getBytes(StandardCharsets.UTF_8)))))
			.get(0);
	}

	private ReserveResult reserve() {
		return this.store.reserve(new ReserveRequest(TOPIC, "host/1:" + ++this.tokens, 10, ReserveTerms.defaults()));
	}

	private static List<String> ids(ReserveResult result) {
		return result.jobs().stream().map((job) -> job.lease().id()).toList();
	}

	private JobState state(String id) {
		return this.inspector.find(TOPIC, id).map((job) -> job.state()).orElse(null);
	}

	private static class FailingCallback implements TransactionSynchronization {

		@Override
		public void afterCommit() {
			throw new IllegalStateException("no mail server");
		}

	}

	/**
	 * Called before all callbacks that are not {@link PriorityOrdered}.
	 */
	private static final class FirstFailingCallback extends FailingCallback implements PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

}
