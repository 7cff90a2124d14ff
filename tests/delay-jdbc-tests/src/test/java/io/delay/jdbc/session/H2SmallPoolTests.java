// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.DatabaseAccess;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs in transactions that hold the only connection of a pool.
 */
class H2SmallPoolTests {

	private final HikariDataSource pool;

	private final TransactionTemplate transaction;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	H2SmallPoolTests() {
		TestDatabase.H2.empty();
		HikariConfig config = TestDatabase.H2.config();
		config.setMaximumPoolSize(1);
		config.setConnectionTimeout(10_000);
		this.pool = new HikariDataSource(config);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		this.database = new JdbcDatabase(this.pool, JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO));
		this.store = new JdbcJobStore(this.database);
	}

	@AfterEach
	void close() {
		this.database.close();
		this.pool.close();
	}

	@Test
	void theFirstUseInATransactionNeedsNoOtherConnection() {
		assertThat(this.transaction.<SubmitStatus>execute((status) -> submit("a"))).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void theFirstUseDoesNotWaitForAThreadThatWaitsForTheConnection() throws Exception {
		CompletableFuture<SubmitStatus> other = new CompletableFuture<>();
		this.transaction.executeWithoutResult((status) -> {
			other.completeAsync(() -> submit("other"));
			await().until(() -> this.pool.getHikariPoolMXBean().getThreadsAwaitingConnection() > 0);
			assertThat(submit("a")).isEqualTo(SubmitStatus.CREATED);
			assertThat(other).isNotDone();
		});
		assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void aTransactionWithManySubmitsStoresTheirTopicOnce() {
		AtomicInteger connections = new AtomicInteger();
		DelegatingDataSource counting = new DelegatingDataSource(this.pool) {

			@Override
			public Connection getConnection() throws SQLException {
				connections.incrementAndGet();
				return super.getConnection();
			}

		};
		try (JdbcDatabase counted = new JdbcDatabase(counting,
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO))) {
			JdbcJobStore submits = new JdbcJobStore(counted);
			CompletableFuture<Void> committed = new CompletableFuture<>();
			DatabaseAccess.works(counted).later(committed::join);
			new TransactionTemplate(new JdbcTransactionManager(counting)).executeWithoutResult((status) -> {
				for (int i = 0; i < 200; i++) {
					submit(submits, "job-" + i);
				}
			});
			committed.complete(null);
		}
		assertThat(connections).hasValueLessThan(20);
	}

	private SubmitStatus submit(String id) {
		return submit(this.store, id);
	}

	private static SubmitStatus submit(JdbcJobStore store, String id) {
		return store
			.submit(List.of(new NewJob("orders", id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
			.get(0)
			.status();
	}

}
