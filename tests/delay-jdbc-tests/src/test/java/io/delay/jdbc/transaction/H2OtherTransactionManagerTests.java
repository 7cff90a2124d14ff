// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
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

/**
 * Jobs in a transaction of another data source, in which the data source of the jobs was
 * used. Spring binds its connection to the thread, but no transaction manager commits it.
 * Connections of the pool are not in the mode that commits each statement.
 */
class H2OtherTransactionManagerTests {

	private static final String TOPIC = "orders";

	private final JdbcTransactionManager otherManager = new JdbcTransactionManager(
			new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));

	private final TransactionTemplate other = new TransactionTemplate(this.otherManager);

	private final HikariDataSource pool;

	private final TransactionTemplate transaction;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final JdbcJobStoreInspector inspector;

	private final List<Duration> received = new CopyOnWriteArrayList<>();

	H2OtherTransactionManagerTests() {
		TestDatabase.H2.empty();
		HikariConfig config = TestDatabase.H2.config();
		config.setAutoCommit(false);
		config.setMaximumPoolSize(4);
		this.pool = new HikariDataSource(config);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		this.database = new JdbcDatabase(this.pool,
				JdbcJobStoreOptions.defaults().withListen(false).withPollInterval(Duration.ZERO));
		this.store = new JdbcJobStore(this.database);
		this.inspector = new JdbcJobStoreInspector(this.database);
		this.store.subscribe(TOPIC, this.received::add);
	}

	@BeforeEach
	void storeAJob() {
		submit("earlier");
		this.received.clear();
	}

	@AfterEach
	void close() {
		this.database.close();
		this.pool.close();
	}

	@Test
	void aSubmitIsCarriedOutAtOnce() {
		this.other.executeWithoutResult((status) -> {
			bindAConnection();
			assertThat(this.store.joinsTransaction()).isFalse();
			assertThat(submit("a")).isEqualTo(SubmitStatus.CREATED);
			assertThat(elsewhere("a")).contains(JobState.READY);
			assertThat(this.received).containsExactly(Duration.ZERO);
		});
		assertThat(elsewhere("a")).contains(JobState.READY);
	}

	@Test
	void aSubmitIsCarriedOutAtOnceInAnObservedTransaction() {
		this.otherManager.addListener(new JdbcTransactionListener());
		this.other.executeWithoutResult((status) -> {
			bindAConnection();
			submit("a");
			status.setRollbackOnly();
		});
		assertThat(elsewhere("a")).contains(JobState.READY);
	}

	@Test
	void aCancelAndARescheduleAreCarriedOutAtOnce() {
		submit("cancelled");
		this.other.executeWithoutResult((status) -> {
			bindAConnection();
			assertThat(this.store.cancel(TOPIC, "cancelled")).contains(JobState.READY);
			assertThat(elsewhere("cancelled")).isEmpty();
			this.store.reschedule(TOPIC, "earlier", DueTime.after(Duration.ofHours(1)));
			assertThat(elsewhere("earlier")).contains(JobState.DELAYED);
		});
	}

	@Test
	void anInnerTransactionOfTheJobsIsJoined() {
		this.other.executeWithoutResult((status) -> {
			bindAConnection();
			this.transaction.executeWithoutResult((inner) -> {
				assertThat(this.store.joinsTransaction()).isTrue();
				submit("committed");
				assertThat(elsewhere("committed")).isEmpty();
			});
			assertThat(elsewhere("committed")).contains(JobState.READY);
			this.transaction.executeWithoutResult((inner) -> {
				submit("undone");
				inner.setRollbackOnly();
			});
			submit("after");
			assertThat(elsewhere("after")).contains(JobState.READY);
		});
		assertThat(elsewhere("undone")).isEmpty();
	}

	@Test
	void anOuterTransactionOfTheJobsIsJoined() {
		this.transaction.executeWithoutResult((status) -> {
			this.other.executeWithoutResult((inner) -> {
				bindAConnection();
				submit("undone");
				assertThat(elsewhere("undone")).isEmpty();
			});
			status.setRollbackOnly();
		});
		assertThat(elsewhere("undone")).isEmpty();
	}

	private void bindAConnection() {
		new JdbcTemplate(this.pool).queryForObject("SELECT 1", Integer.class);
	}

	private SubmitStatus submit(String id) {
		return this.store
			.submit(List.of(new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
			.get(0)
			.status();
	}

	// What another connection sees.
	private Optional<JobState> elsewhere(String id) {
		return CompletableFuture.supplyAsync(() -> this.inspector.find(TOPIC, id).map((job) -> job.state())).join();
	}

}
