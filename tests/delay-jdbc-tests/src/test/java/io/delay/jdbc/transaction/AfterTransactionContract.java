// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcTransactionListener;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What becomes of changes that callbacks of a committed transaction request, while its
 * connection is still bound to the thread. Connections of the pool are not in the mode
 * that commits each statement, so that nothing else commits the changes.
 */
abstract class AfterTransactionContract {

	private static final String TOPIC = "orders";

	private final HikariDataSource pool;

	private final JdbcTransactionManager manager;

	private final TransactionTemplate transaction;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final JdbcJobStoreInspector inspector;

	private final List<Duration> received = new CopyOnWriteArrayList<>();

	/**
	 * Spring does not propagate exceptions that a callback throws after the completion.
	 */
	private final List<Throwable> swallowed = new CopyOnWriteArrayList<>();

	AfterTransactionContract(TestDatabase database) {
		database.empty();
		HikariConfig config = database.config();
		config.setAutoCommit(false);
		config.setMaximumPoolSize(4);
		this.pool = new HikariDataSource(config);
		this.manager = new JdbcTransactionManager(this.pool);
		this.transaction = new TransactionTemplate(this.manager);
		this.database = new JdbcDatabase(this.pool,
				JdbcJobStoreOptions.defaults().withListen(false).withPollInterval(Duration.ZERO));
		this.store = new JdbcJobStore(this.database);
		this.inspector = new JdbcJobStoreInspector(this.database);
		this.store.subscribe(TOPIC, this.received::add);
		submit("earlier");
		this.received.clear();
	}

	@AfterEach
	void close() {
		this.database.close();
		this.pool.close();
		assertThat(this.swallowed).isEmpty();
	}

	@Test
	void aSubmitAfterTheCommitOfAKnownTransactionHasItsOwnTransaction() {
		this.transaction.executeWithoutResult((status) -> {
			submit("within");
			afterCommit(() -> {
				this.received.clear();
				assertThat(submit("after")).isEqualTo(SubmitStatus.CREATED);
				assertThat(elsewhere("after")).contains(JobState.READY);
				assertThat(this.received).containsExactly(Duration.ZERO);
			});
		});
		assertThat(elsewhere("within")).contains(JobState.READY);
	}

	@Test
	void aSubmitAfterTheCommitOfAnObservedTransactionHasItsOwnTransaction() {
		this.manager.addListener(new JdbcTransactionListener());
		this.transaction.executeWithoutResult((status) -> afterCommit(() -> {
			assertThat(submit("after")).isEqualTo(SubmitStatus.CREATED);
			assertThat(elsewhere("after")).contains(JobState.READY);
			assertThat(this.received).containsExactly(Duration.ZERO);
		}));
	}

	@Test
	void theFirstSubmitOfATransactionAfterItsCommitIsCommittedAtTheEndOfItsCallbacks() {
		this.transaction.executeWithoutResult((status) -> afterCommit(() -> submit("after")));
		assertThat(elsewhere("after")).contains(JobState.READY);
		assertThat(this.received).containsExactly(Duration.ZERO);
	}

	@Test
	void anExceptionOfAnotherCallbackDoesNotPreventWakeUps() {
		assertThatIllegalStateException().isThrownBy(() -> this.transaction.executeWithoutResult((status) -> {
			afterCommit(() -> {
				throw new IllegalStateException("of a callback");
			});
			submit("within");
		}));
		assertThat(elsewhere("within")).contains(JobState.READY);
		assertThat(this.received).containsExactly(Duration.ZERO);
	}

	@Test
	void aSubmitAfterTheCompletionHasItsOwnTransaction() {
		this.transaction.executeWithoutResult((status) -> afterCompletion(() -> {
			assertThat(submit("after")).isEqualTo(SubmitStatus.CREATED);
			assertThat(elsewhere("after")).contains(JobState.READY);
			assertThat(this.received).containsExactly(Duration.ZERO);
		}));
	}

	@Test
	void aSubmitAfterARollbackHasItsOwnTransaction() {
		this.transaction.executeWithoutResult((status) -> {
			submit("within");
			afterCompletion(() -> submit("after"));
			status.setRollbackOnly();
		});
		assertThat(elsewhere("within")).isEmpty();
		assertThat(elsewhere("after")).contains(JobState.READY);
	}

	@Test
	void aCancelAndARescheduleAfterTheCommitHaveTheirOwnTransactions() {
		submit("cancelled");
		this.transaction.executeWithoutResult((status) -> {
			submit("within");
			afterCommit(() -> {
				this.store.cancel(TOPIC, "cancelled");
				assertThat(elsewhere("cancelled")).isEmpty();
				this.store.reschedule(TOPIC, "within", DueTime.after(Duration.ofHours(1)));
				assertThat(elsewhere("within")).contains(JobState.DELAYED);
			});
		});
	}

	@Test
	void theFirstCancelAndRescheduleOfATransactionAfterItsCommitAreCommitted() {
		submit("cancelled");
		submit("rescheduled");
		this.transaction.executeWithoutResult((status) -> afterCommit(() -> {
			this.store.cancel(TOPIC, "cancelled");
			this.store.reschedule(TOPIC, "rescheduled", DueTime.after(Duration.ofHours(1)));
		}));
		assertThat(elsewhere("cancelled")).isEmpty();
		assertThat(elsewhere("rescheduled")).contains(JobState.DELAYED);
	}

	@Test
	void aNewTransactionAfterTheCommitIsJoined() {
		this.manager.addListener(new JdbcTransactionListener());
		TransactionTemplate inner = new TransactionTemplate(this.manager);
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transaction.executeWithoutResult((status) -> {
			submit("within");
			afterCommit(() -> {
				inner.executeWithoutResult((nested) -> {
					submit("undone");
					nested.setRollbackOnly();
				});
				inner.executeWithoutResult((nested) -> {
					submit("committed");
					assertThat(elsewhere("committed")).isEmpty();
				});
			});
		});
		assertThat(elsewhere("undone")).isEmpty();
		assertThat(elsewhere("committed")).contains(JobState.READY);
	}

	private static void afterCommit(Runnable callback) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCommit() {
				callback.run();
			}

		});
	}

	private void afterCompletion(Runnable callback) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				try {
					callback.run();
				}
				catch (Throwable ex) {
					AfterTransactionContract.this.swallowed.add(ex);
				}
			}

		});
	}

	private SubmitStatus submit(String id) {
		return this.store.submit(List.of(new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP,
				JobRecord.of(id.getBytes(StandardCharsets.UTF_8)))))
			.get(0)
			.status();
	}

	// What another connection sees.
	private Optional<JobState> elsewhere(String id) {
		return CompletableFuture.supplyAsync(() -> this.inspector.find(TOPIC, id).map((job) -> job.state())).join();
	}

}
