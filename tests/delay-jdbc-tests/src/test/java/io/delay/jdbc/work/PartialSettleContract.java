// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Settlements of one call of which the database carries out only a part. The results of
 * that part count, because its jobs would be reported as lost if they were settled again.
 */
abstract class PartialSettleContract {

	private final LimitedDataSource dataSource;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private int jobs;

	PartialSettleContract(TestDatabase server) {
		this.dataSource = new LimitedDataSource(server.empty());
		this.database = new JdbcDatabase(this.dataSource,
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO).withListen(false));
		this.store = new JdbcJobStore(this.database);
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void acksOfOneTopicCountIfThoseOfTheNextOneFail() {
		List<Settlement> acks = List.of(settlement("orders", Settlement.Ack::new),
				settlement("returns", Settlement.Ack::new));
		this.dataSource.limit(1);
		assertThat(this.store.settle(acks)).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE);
		this.dataSource.limit(Integer.MAX_VALUE);
		assertThat(this.store.settle(acks)).containsExactly(SettleResult.LEASE_LOST, SettleResult.DONE);
	}

	@Test
	void acksCountIfOtherSettlementsFail() {
		List<Settlement> settlements = List.of(
				settlement("orders", (lease) -> new Settlement.Release(lease, Duration.ofHours(1))),
				settlement("orders", Settlement.Ack::new));
		this.dataSource.limit(1);
		assertThat(this.store.settle(settlements)).containsExactly(SettleResult.UNREACHABLE, SettleResult.DONE);
		this.dataSource.limit(Integer.MAX_VALUE);
		assertThat(this.store.settle(settlements)).containsExactly(SettleResult.DONE, SettleResult.LEASE_LOST);
	}

	@Test
	void aFailureOfAllSettlementsIsThrown() {
		List<Settlement> acks = List.of(settlement("orders", Settlement.Ack::new),
				settlement("returns", Settlement.Ack::new));
		this.dataSource.limit(0);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.store.settle(acks));
		this.dataSource.limit(Integer.MAX_VALUE);
		assertThat(this.store.settle(acks)).containsOnly(SettleResult.DONE);
	}

	private Settlement settlement(String topic, Function<Lease, Settlement> kind) {
		this.store.submit(List
			.of(new NewJob(topic, "job-" + ++this.jobs, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[1]))));
		return kind
			.apply(this.store.reserve(new ReserveRequest(topic, "host/1:" + this.jobs, 1, ReserveTerms.defaults()))
				.jobs()
				.get(0)
				.lease());
	}

	/**
	 * A data source that opens a limited number of connections for the thread of the
	 * test. The store also uses threads of its own.
	 */
	private static final class LimitedDataSource extends DelegatingDataSource {

		private final Thread limited = Thread.currentThread();

		private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

		private LimitedDataSource(DataSource target) {
			super(target);
		}

		void limit(int connections) {
			this.left.set(connections);
		}

		@Override
		public Connection getConnection() throws SQLException {
			if (Thread.currentThread() == this.limited && this.left.getAndDecrement() <= 0) {
				throw new SQLException("The server was shut down", "08001");
			}
			return super.getConnection();
		}

	}

}
