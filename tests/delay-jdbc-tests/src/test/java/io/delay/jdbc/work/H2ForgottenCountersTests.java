// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import io.delay.jdbc.DatabaseAccess;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A topic is forgotten while another thread writes its counts.
 */
class H2ForgottenCountersTests {

	private final HeldWrites dataSource = new HeldWrites();

	private final JdbcDatabase database = new JdbcDatabase(this.dataSource,
			JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO));

	@AfterEach
	void close() {
		this.dataSource.release();
		this.database.close();
	}

	@Test
	void theCountersThatAnotherThreadWritesAreDeletedToo() throws Exception {
		new JdbcJobStore(this.database)
			.submit(List.of(new NewJob("orders", "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		JdbcJobStoreAdministrator administrator = new JdbcJobStoreAdministrator(this.database);
		administrator.cancel("orders", List.of("a"));
		Thread writer = new Thread(() -> DatabaseAccess.works(this.database).counters().write());
		writer.start();
		this.dataSource.awaitWriter();
		Thread forgetting = new Thread(() -> administrator.forget("orders"));
		forgetting.start();
		Awaitility.await().until(() -> !forgetting.isAlive() || waitsForWriter(forgetting));
		this.dataSource.release();
		writer.join(20_000);
		forgetting.join(20_000);
		JdbcTemplate template = new JdbcTemplate(TestDatabase.H2.dataSource());
		assertThat(template.queryForList("SELECT topic FROM delay_topic")).isEmpty();
		assertThat(template.queryForList("SELECT topic FROM delay_count")).isEmpty();
	}

	private static boolean waitsForWriter(Thread thread) {
		StackTraceElement[] frames = thread.getStackTrace();
		return thread.getState() == Thread.State.BLOCKED && frames.length > 0
				&& frames[0].getClassName().endsWith(".Counters");
	}

	/**
	 * Holds back the threads that write counters.
	 */
	private static final class HeldWrites extends DelegatingDataSource {

		private final CountDownLatch held = new CountDownLatch(1);

		private final CountDownLatch released = new CountDownLatch(1);

		private HeldWrites() {
			super(TestDatabase.H2.empty());
		}

		private void awaitWriter() throws InterruptedException {
			assertThat(this.held.await(20, TimeUnit.SECONDS)).isTrue();
		}

		private void release() {
			this.released.countDown();
		}

		@Override
		public Connection getConnection() throws SQLException {
			if (StackWalker.getInstance()
				.walk((frames) -> frames.anyMatch((frame) -> frame.getClassName().endsWith(".Counters")))) {
				this.held.countDown();
				try {
					this.released.await(20, TimeUnit.SECONDS);
				}
				catch (InterruptedException ex) {
					throw new SQLException(ex);
				}
			}
			return super.getConnection();
		}

	}

}
