// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.delay.jdbc.DatabaseAccess;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;
import io.delay.jdbc.TestDatabase;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.HistorySettings;
import io.delay.test.model.Announcement;
import io.delay.test.model.Contents;
import io.delay.test.model.ModelledStore;
import io.delay.test.model.Steps;
import io.delay.test.model.VisibleContents;

/**
 * The store on a database, compared by what its inspector shows.
 */
final class ModelledJdbc implements ModelledStore {

	private static final AtomicInteger instances = new AtomicInteger();

	private final TestDatabase server;

	/**
	 * Tables of its own, because a sequence that is being shortened can still run when
	 * the next property begins.
	 */
	private final String prefix = "model" + instances.incrementAndGet() + "_";

	private final List<Announcement> announcements = new ArrayList<>();

	private volatile Instant now = Instant.EPOCH;

	private JdbcDatabase database;

	ModelledJdbc(TestDatabase server) {
		this.server = server;
		this.database = open(HistorySettings.OFF);
		new JdbcSchema(this.database).create();
	}

	private JdbcDatabase open(HistorySettings history) {
		return new JdbcDatabase(this.server.dataSource(),
				JdbcJobStoreOptions.defaults()
					.withTablePrefix(this.prefix)
					.withHistory(history)
					.withPollInterval(Duration.ZERO)
					.withListen(false)
					.withClock(() -> this.now));
	}

	@Override
	public void clear(HistorySettings history) {
		this.database.close();
		this.server.empty(this.prefix);
		this.database = open(history);
		for (String topic : Steps.TOPICS) {
			store().subscribe(topic, (delay) -> this.announcements.add(announcement(topic, delay)));
		}
		this.announcements.clear();
	}

	private Announcement announcement(String topic, Duration delay) {
		return new Announcement(topic, this.now.plus(delay), delay.toNanos() / 1000);
	}

	@Override
	public void setTime(Instant now) {
		this.now = now;
	}

	@Override
	public JobStore store() {
		return new JdbcJobStore(this.database);
	}

	@Override
	public JobStoreInspector inspector() {
		DatabaseAccess.works(this.database).removeOldRuns();
		return new JdbcJobStoreInspector(this.database);
	}

	@Override
	public JobStoreAdministrator administrator() {
		return new JdbcJobStoreAdministrator(this.database);
	}

	@Override
	public Contents contents() {
		return VisibleContents.of(inspector());
	}

	// A wake-up of a paused topic is superfluous and harmless
	@Override
	public List<Announcement> takeAnnouncements() {
		List<Announcement> taken = this.announcements.stream()
			.filter((each) -> inspector().status(each.partition()).pause() == null)
			.toList();
		this.announcements.clear();
		return taken;
	}

	@Override
	public void close() {
		this.database.close();
	}

}
