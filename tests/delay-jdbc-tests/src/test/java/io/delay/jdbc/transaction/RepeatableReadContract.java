// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Transactions with the isolation REPEATABLE READ, the default of the database, that
 * cancel jobs that have run and then submit others do not lock gaps between ids, in which
 * they would deadlock.
 */
abstract class RepeatableReadContract {

	/**
	 * The tables are new for each test. Otherwise the database would remove rows of
	 * former tests and merge pages, which can extend locks to gaps.
	 */
	private static final String PREFIX = "repeatable_";

	private static final String TOPIC = "orders";

	private static final int THREADS = 4;

	private static final int TRANSACTIONS = 2000;

	/** Shorter than the limit of a wait for a lock. */
	private static final Duration TIME_LIMIT = Duration.ofSeconds(20);

	private final TestDatabase testDatabase;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final JdbcJobStoreAdministrator administrator;

	private final TransactionTemplate transaction;

	private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

	RepeatableReadContract(TestDatabase database) {
		this.testDatabase = database;
		this.database = new JdbcDatabase(database.dataSource(), JdbcJobStoreOptions.defaults().withTablePrefix(PREFIX));
		this.store = new JdbcJobStore(this.database);
		this.administrator = new JdbcJobStoreAdministrator(this.database);
		this.transaction = new TransactionTemplate(new DataSourceTransactionManager(database.dataSource()));
	}

	@BeforeEach
	void createTables() {
		this.testDatabase.drop(PREFIX);
		new JdbcSchema(this.database).create();
	}

	@AfterEach
	void close() throws InterruptedException {
		this.threads.shutdownNow();
		this.database.close();
		assertThat(this.threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
	}

	@Test
	void cancelsOfJobsThatHaveRunAndSubmitsDoNotDeadlock() throws Exception {
		run(IntStream.range(0, TRANSACTIONS).mapToObj((i) -> id(i) + "-reminder").toList());
		assertThat(deadlocks((i) -> {
			assertThat(this.store.cancel(TOPIC, id(i) + "-reminder")).isEmpty();
			assertThat(submit(id(i))).isEqualTo(SubmitStatus.CREATED);
		})).isZero();
		assertThat(jobs()).isEqualTo(TRANSACTIONS);
	}

	@Test
	void submitsOfOtherIdsDoNotWaitForACancelOfSeveralJobs() {
		this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		// The database would rather read all jobs of the topic
		this.testDatabase.execute("ANALYZE TABLE " + PREFIX + "job");
		run(List.of("b"));
		submit("d");
		submit("f");
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.administrator.cancel(TOPIC, List.of("f", "d"))).containsExactly(Optional.of(JobState.READY),
					Optional.of(JobState.READY));
			assertThat(this.administrator.reschedule(TOPIC, List.of("b", "h"), DueTime.NOW))
				.containsExactly(Optional.empty(), Optional.empty());
			assertThat(CompletableFuture.runAsync(() -> Stream.of("a", "c", "e", "g", "i").forEach(this::submit)))
				.succeedsWithin(TIME_LIMIT);
		});
		assertThat(jobs()).isEqualTo(5);
	}

	@Test
	void anIdThatWasCancelledUnnecessarilyCanBeSubmittedInTheSameTransaction() {
		run(List.of("a"));
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.store.cancel(TOPIC, "a")).isEmpty();
			assertThat(submit("a")).isEqualTo(SubmitStatus.CREATED);
			assertThat(this.store.cancel(TOPIC, "a")).contains(JobState.READY);
			assertThat(this.store.cancel(TOPIC, "a")).isEmpty();
		});
		assertThat(jobs()).isZero();
	}

	// The number of transactions that the database has ended
	private int deadlocks(IntConsumer body) throws Exception {
		List<Callable<Integer>> parts = IntStream.range(0, THREADS).<Callable<Integer>>mapToObj((thread) -> () -> {
			int deadlocks = 0;
			for (int i = thread; i < TRANSACTIONS; i += THREADS) {
				int number = i;
				try {
					this.transaction.executeWithoutResult((status) -> body.accept(number));
				}
				catch (CannotAcquireLockException ex) {
					deadlocks++;
				}
			}
			return deadlocks;
		}).toList();
		int deadlocks = 0;
		for (Future<Integer> part : this.threads.invokeAll(parts, 2, TimeUnit.MINUTES)) {
			deadlocks += part.get();
		}
		return deadlocks;
	}

	// Neighbours belong to different threads
	private static String id(int number) {
		return "order-" + (10_000 + number);
	}

	private void run(List<String> ids) {
		this.store.submit(ids.stream().map(RepeatableReadContract::job).toList());
		List<Settlement> acks = new ArrayList<>();
		for (int i = 0; acks.size() < ids.size(); i++) {
			this.store.reserve(new ReserveRequest(TOPIC, "host/1:" + i, 100, ReserveTerms.defaults()))
				.jobs()
				.forEach((job) -> acks.add(new Settlement.Ack(job.lease())));
		}
		assertThat(this.store.settle(acks)).containsOnly(SettleResult.DONE);
	}

	private SubmitStatus submit(String id) {
		return this.store.submit(List.of(job(id))).get(0).status();
	}

	private static NewJob job(String id) {
		return new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[50]));
	}

	private Integer jobs() {
		return new JdbcTemplate(this.testDatabase.dataSource()).queryForObject("SELECT COUNT(*) FROM " + PREFIX + "job",
				Integer.class);
	}

}
