// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.lang.Thread.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A data source that chooses one of two databases by the tenant of the thread, and the
 * second one, as a replica, in read-only transactions.
 */
class H2RoutingTests {

	private static final ThreadLocal<String> TENANT = ThreadLocal.withInitial(() -> "a");

	private final GatedDataSource a = new GatedDataSource(h2());

	private final DataSource b = h2();

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final List<Thread> threads = new ArrayList<>();

	H2RoutingTests() {
		AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

			@Override
			protected Object determineCurrentLookupKey() {
				return TransactionSynchronizationManager.isCurrentTransactionReadOnly() ? "b" : TENANT.get();
			}

		};
		routing.setTargetDataSources(Map.of("a", this.a, "b", this.b));
		routing.afterPropertiesSet();
		JdbcJobStoreOptions options = JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO);
		for (DataSource tenant : List.of(this.a, this.b)) {
			try (JdbcDatabase own = new JdbcDatabase(tenant, options)) {
				new JdbcSchema(own).create();
			}
		}
		this.database = new JdbcDatabase(routing, options);
		this.store = new JdbcJobStore(this.database);
	}

	@AfterEach
	void close() {
		this.a.gate.countDown();
		this.database.close();
	}

	@Test
	void aJobIsStoredInTheDatabaseOfItsThread() throws Exception {
		submit("a", "first").get(20, TimeUnit.SECONDS);
		this.a.gate = new CountDownLatch(1);
		FutureTask<SubmitResult> held = submit("a", "held");
		awaitWaitingOrEnded();
		FutureTask<SubmitResult> waiting = submit("a", "waiting");
		FutureTask<SubmitResult> other = submit("b", "other");
		// They wait for the held one if they share transactions with it
		awaitWaitingOrEnded();
		this.a.gate.countDown();
		for (FutureTask<SubmitResult> submit : List.of(held, waiting, other)) {
			submit.get(20, TimeUnit.SECONDS);
		}
		assertThat(ids(this.a)).containsExactlyInAnyOrder("first", "held", "waiting");
		assertThat(ids(this.b)).containsExactly("other");
	}

	@Test
	void aReadOnlyTransactionOfAnotherDataSourceSendsNothingToTheReplica() {
		TransactionTemplate readOnly = new TransactionTemplate(new DataSourceTransactionManager(h2()));
		readOnly.setReadOnly(true);
		readOnly.executeWithoutResult((status) -> {
			assertThat(submit("first").status()).isEqualTo(SubmitStatus.CREATED);
			assertThat(TransactionSynchronizationManager.isCurrentTransactionReadOnly()).isTrue();
		});
		assertThat(ids(this.a)).containsExactly("first");
		assertThat(ids(this.b)).isEmpty();
	}

	@Test
	void onlyKnownPoolsAndDriversAreTreatedAsOneDatabase() {
		try (HikariDataSource pool = new HikariDataSource(); HikariDataSource subclass = new HikariDataSource() {
		}) {
			assertThat(Sessions.canRoute(pool)).isFalse();
			assertThat(Sessions.canRoute(new TransactionAwareDataSourceProxy(pool))).isFalse();
			assertThat(Sessions.canRoute(subclass)).isTrue();
			assertThat(Sessions.canRoute(new DelegatingDataSource(pool))).isTrue();
		}
	}

	private void awaitWaitingOrEnded() {
		await().until(() -> this.threads.stream()
			.allMatch((thread) -> thread.getState() == State.WAITING || thread.getState() == State.TERMINATED));
	}

	private FutureTask<SubmitResult> submit(String tenant, String id) {
		FutureTask<SubmitResult> submit = new FutureTask<>(() -> {
			TENANT.set(tenant);
			return submit(id);
		});
		Thread thread = new Thread(submit, "submitter");
		thread.setDaemon(true);
		this.threads.add(thread);
		thread.start();
		return submit;
	}

	private SubmitResult submit(String id) {
		return this.store
			.submit(List.of(new NewJob("orders", id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
			.get(0);
	}

	private static List<String> ids(DataSource tenant) {
		return new JdbcTemplate(tenant).queryForList("SELECT utf8tostring(id) FROM delay_job", String.class);
	}

	private static DataSource h2() {
		return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
	}

	/**
	 * Holds back threads until its gate is opened.
	 */
	private static final class GatedDataSource extends DelegatingDataSource {

		private volatile CountDownLatch gate = new CountDownLatch(0);

		private GatedDataSource(DataSource target) {
			super(target);
		}

		@Override
		public Connection getConnection() throws SQLException {
			try {
				this.gate.await();
			}
			catch (InterruptedException ex) {
				throw new SQLException(ex);
			}
			return super.getConnection();
		}

	}

}
