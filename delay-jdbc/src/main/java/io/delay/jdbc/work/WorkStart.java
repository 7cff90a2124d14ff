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

package io.delay.jdbc.work;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.FirstInserts;
import io.delay.jdbc.table.Tables;
import io.delay.store.NewJob;
import io.delay.store.history.HistorySettings;
import io.delay.store.life.StagedJob;
import io.delay.store.life.StoreTime;

/**
 * Begins work: the first statement reads the clock, and can also insert new jobs.
 */
final class WorkStart {

	private static final Comparator<NewJob> ORDER = Comparator.comparing(NewJob::topic).thenComparing(NewJob::id);

	private final Tables tables;

	private final HistorySettings history;

	private final StoreClock clock;

	private final TopicMemory memory;

	WorkStart(Tables tables, HistorySettings history, StoreClock clock, TopicMemory memory) {
		this.tables = tables;
		this.history = history;
		this.clock = clock;
		this.memory = memory;
	}

	/**
	 * Begin work.
	 * @param session the session
	 * @return the work
	 */
	Work of(Session session) {
		long beginning = System.nanoTime();
		return at(this.clock.read(session), session, beginning);
	}

	/**
	 * Begin work that does not need the exact time.
	 * @param session the session
	 * @return the work
	 */
	Work estimated(Session session) {
		long beginning = System.nanoTime();
		return at(this.clock.estimate(session), session, beginning);
	}

	/**
	 * Begin work, if possible with the insert of jobs.
	 * @param session the session
	 * @param jobs the jobs, of which those with new ids may be inserted
	 * @return the work
	 */
	Work of(Session session, List<NewJob> jobs) {
		if (!isInsertPossible(jobs)) {
			return of(session);
		}
		Work work = inserting(session, jobs).orElseGet(() -> of(session));
		work.markInsertTried();
		return work;
	}

	/**
	 * Whether the first statement can insert jobs.
	 * @param jobs the jobs
	 * @return {@code true} unless the database cannot do this, or the record of a job
	 * contains the time of the submit, because its topic keeps a history
	 */
	boolean isInsertPossible(List<NewJob> jobs) {
		return this.tables.jobs().firstInserts() != null
				&& jobs.stream().noneMatch((job) -> isHistoryKept(job.topic()));
	}

	boolean isHistoryKept(String topic) {
		return this.history.limitsOf(topic).isOn();
	}

	/**
	 * Begin work with the insert of jobs, which must be possible.
	 * @param session the session
	 * @param jobs the jobs, of which those with new ids are inserted
	 * @return the work, empty if no job was inserted, because all ids exist or the clock
	 * was set back
	 */
	Optional<Work> inserting(Session session, List<NewJob> jobs) {
		FirstInserts inserts = Objects.requireNonNull(this.tables.jobs().firstInserts());
		Map<Key, NewJob> byKey = new HashMap<>();
		jobs.forEach((job) -> byKey.putIfAbsent(new Key(job.topic(), job.id()), job));
		// The commit may be part of the statement
		long beginning = System.nanoTime();
		List<FirstInserts.Inserted> inserted = inserts.insert(session, byKey.values().stream().sorted(ORDER).toList(),
				this.clock.source(), this.clock.behind());
		if (inserted.isEmpty()) {
			return Optional.empty();
		}
		Work work = at(this.clock.timeAt(inserted.get(inserted.size() - 1).now()), session, beginning);
		inserted.forEach((row) -> work.topic(row.topic())
			.inserted(StagedJob.submitted(Objects.requireNonNull(byKey.get(new Key(row.topic(), row.id()))),
					row.score())));
		return Optional.of(work);
	}

	private Work at(StoreTime time, Session session, long beginning) {
		return new Work(session, this.tables, this.history, time, beginning, this.memory);
	}

	private record Key(String topic, String id) {

	}

}
