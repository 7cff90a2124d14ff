// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A submit of several jobs fails after some of them were inserted, and its caller commits
 * nevertheless.
 */
class H2PartialSubmitTests {

	private static final String TOPIC = "orders";

	private final HikariDataSource pool;

	private final TransactionTemplate transaction;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final List<Duration> received = new CopyOnWriteArrayList<>();

	H2PartialSubmitTests() {
		TestDatabase.H2.empty();
		HikariConfig config = TestDatabase.H2.config();
		config.setMaximumPoolSize(5);
		config.setConnectionInitSql("SET LOCK_TIMEOUT 200");
		this.pool = new HikariDataSource(config);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		this.database = new JdbcDatabase(this.pool,
				JdbcJobStoreOptions.defaults().withListen(false).withPollInterval(Duration.ZERO));
		this.store = new JdbcJobStore(this.database);
		this.store.subscribe(TOPIC, this.received::add);
	}

	@AfterEach
	void close() {
		this.database.close();
		this.pool.close();
	}

	@Test
	void jobsThatWereInsertedAreAnnouncedAfterTheCommit() {
		submit("earlier");
		this.received.clear();
		this.transaction.executeWithoutResult((status) -> {
			submit("c");
			CompletableFuture.runAsync(() -> this.transaction.executeWithoutResult((other) -> {
				assertThatExceptionOfType(CannotAcquireLockException.class).isThrownBy(() -> submit("a", "b", "c"));
				assertThat(this.received).isEmpty();
			})).join();
			assertThat(this.received).containsExactly(Duration.ZERO);
			assertThat(submitted()).isEqualTo(3);
			status.setRollbackOnly();
		});
		assertThat(new JdbcJobStoreInspector(this.database).find(TOPIC, "a")).get()
			.extracting((job) -> job.state())
			.isEqualTo(JobState.READY);
	}

	private long submitted() {
		return CompletableFuture.supplyAsync(() -> new JdbcJobStoreInspector(this.database).throughput(TOPIC))
			.join()
			.quarters()
			.stream()
			.mapToLong((quarter) -> quarter.counts().submitted())
			.sum();
	}

	private void submit(String... ids) {
		this.store.submit(Stream.of(ids)
			.map((id) -> new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0])))
			.toList());
	}

}
