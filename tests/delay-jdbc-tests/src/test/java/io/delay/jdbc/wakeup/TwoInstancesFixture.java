// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.store.JobStore;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.store.ForwardingJobStore;
import io.delay.test.store.StoreFixture;
import io.delay.test.store.inspect.HistoryContract;

/**
 * Two instances share a PostgreSQL. One of them has the consumers and is woken up only by
 * notifications of the other one, which does everything else.
 */
class TwoInstancesFixture implements StoreFixture, AutoCloseable {

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final JdbcJobStoreOptions options = JdbcJobStoreOptions.defaults()
		.withHistory(HistoryContract.SETTINGS)
		.withPollInterval(Duration.ZERO)
		.withClock(() -> this.now);

	private final JdbcDatabase here = new JdbcDatabase(TestDatabase.POSTGRESQL.empty(), this.options);

	private final JdbcDatabase there = new JdbcDatabase(TestDatabase.POSTGRESQL.dataSource(), this.options);

	private final JobStore store = new ForwardingJobStore(new JdbcJobStore(this.there)) {

		@Override
		public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
			return new JdbcJobStore(TwoInstancesFixture.this.here).subscribe(topic, listener);
		}

	};

	TwoInstancesFixture() {
		AtomicInteger looks = new AtomicInteger();
		this.store.subscribe("connected", (delay) -> looks.incrementAndGet());
		this.here.isListening();
		// The second time when the connection receives notifications
		Awaitility.await().until(() -> looks.get() == 2);
	}

	@Override
	public JobStore store() {
		return this.store;
	}

	@Override
	public JobStoreInspector inspector() {
		return new JdbcJobStoreInspector(this.there);
	}

	@Override
	public JobStoreAdministrator administrator() {
		return new JdbcJobStoreAdministrator(this.there);
	}

	@Override
	public Instant now() {
		return this.now;
	}

	@Override
	public void advance(Duration duration) {
		this.now = this.now.plus(duration);
	}

	@Override
	public void close() {
		this.here.close();
		this.there.close();
	}

}
