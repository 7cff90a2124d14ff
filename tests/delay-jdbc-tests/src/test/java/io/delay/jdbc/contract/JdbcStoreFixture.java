// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.contract;

import java.time.Duration;
import java.time.Instant;

import io.delay.jdbc.DatabaseAccess;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.store.StoreFixture;
import io.delay.test.store.inspect.HistoryContract;

/**
 * A store in a database, with a clock that stands still until it is moved.
 */
class JdbcStoreFixture implements StoreFixture, AutoCloseable {

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final JdbcDatabase database;

	private final JobStore store;

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	JdbcStoreFixture(TestDatabase database) {
		this.database = new JdbcDatabase(database.empty(),
				JdbcJobStoreOptions.defaults()
					.withHistory(HistoryContract.SETTINGS)
					.withPollInterval(Duration.ZERO)
					.withListen(false)
					.withClock(() -> this.now));
		this.store = new JdbcJobStore(this.database);
		this.inspector = new JdbcJobStoreInspector(this.database);
		this.administrator = new JdbcJobStoreAdministrator(this.database);
	}

	@Override
	public JobStore store() {
		return this.store;
	}

	@Override
	public JobStoreInspector inspector() {
		return this.inspector;
	}

	@Override
	public JobStoreAdministrator administrator() {
		return this.administrator;
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
	public void removeOldRuns() {
		DatabaseAccess.works(this.database).removeOldRuns();
	}

	@Override
	public void close() {
		this.database.close();
	}

}
