// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.test.net.TcpProxy;
import io.delay.test.net.TcpProxy.Fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A database stops replying while its connections stay open: no call of the store waits
 * without end.
 */
abstract class SilentDatabaseContract {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	/** A timeout, and some time because other work may slow the test. */
	private static final Duration TIME_LIMIT = Duration.ofSeconds(10);

	private final TestDatabase server;

	private final TcpProxy proxy;

	private final HikariDataSource pool;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private int tokens;

	SilentDatabaseContract(TestDatabase server) {
		this.server = server;
		server.empty();
		this.proxy = new TcpProxy(server.port());
		HikariConfig config = server.through(this.proxy.port());
		config.setMaximumPoolSize(2);
		config.setConnectionTimeout(2000);
		config.setValidationTimeout(1000);
		this.pool = new HikariDataSource(config);
		this.database = new JdbcDatabase(this.pool,
				JdbcJobStoreOptions.defaults().withTimeout(TIMEOUT).withListen(false).withPollInterval(Duration.ZERO));
		this.store = new JdbcJobStore(this.database);
	}

	@AfterEach
	void close() {
		this.proxy.setRule(TcpProxy.Rule.PASS);
		this.proxy.answers().open();
		this.database.close();
		this.pool.close();
		this.proxy.close();
	}

	@Test
	void aStatementWithoutReplyEnds() {
		reserve();
		this.proxy.answers().close();
		long start = System.nanoTime();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(this::reserve);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(TIMEOUT.dividedBy(2), TIME_LIMIT);
		this.proxy.answers().open();
		Awaitility.await().ignoreExceptionsInstanceOf(DataAccessException.class).untilAsserted(this::reserve);
	}

	/**
	 * Whether the database commits an insert by itself. Otherwise, the next request is
	 * the commit.
	 * @return {@code true} if the insert is the commit
	 */
	boolean isInsertCommitted() {
		return false;
	}

	@Test
	void theOutcomeOfACommitWithoutReplyIsUnknown() {
		submit("a");
		AtomicBoolean isInserted = new AtomicBoolean(isInsertCommitted());
		this.proxy.setRule((isAnswer, text) -> {
			boolean isInsert = text.contains("INSERT INTO delay_job");
			boolean isCommit = !isAnswer && isInserted.get() && isInsert == isInsertCommitted();
			if (isInsert) {
				isInserted.set(true);
			}
			return isCommit ? Fault.HOLD_ANSWERS : Fault.NONE;
		});
		long start = System.nanoTime();
		assertThatExceptionOfType(SubmitOutcomeUnknownException.class).isThrownBy(() -> submit("b"))
			.satisfies((ex) -> assertThat(ex.ids()).containsExactly("b"));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIME_LIMIT);
	}

	@Test
	void theTimeLimitOfTheApplicationIsRestored() throws Exception {
		HikariConfig direct = this.server.through(this.server.port());
		SingleConnectionDataSource dataSource = new SingleConnectionDataSource(direct.getJdbcUrl(),
				direct.getUsername(), direct.getPassword(), true);
		try (JdbcDatabase other = new JdbcDatabase(dataSource,
				JdbcJobStoreOptions.defaults().withListen(false).withPollInterval(Duration.ZERO))) {
			dataSource.getConnection().setNetworkTimeout(Runnable::run, 90_000);
			submit(other, "a");
			assertThat(dataSource.getConnection().getNetworkTimeout()).isEqualTo(90_000);
		}
		finally {
			dataSource.destroy();
		}
	}

	private void reserve() {
		this.store.reserve(new ReserveRequest("orders", "host/1:" + ++this.tokens, 10, ReserveTerms.defaults()));
	}

	private void submit(String id) {
		submit(this.database, id);
	}

	private static void submit(JdbcDatabase database, String id) {
		new JdbcJobStore(database)
			.submit(List.of(new NewJob("orders", id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
	}

}
