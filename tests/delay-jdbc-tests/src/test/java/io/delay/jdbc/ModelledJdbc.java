/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

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
		this.database.works().removeOldRuns();
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
