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

package io.delay.jdbc.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.session.DatabaseClock;
import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.ArrayColumns.Column;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.store.NewJob;
import io.delay.store.life.StagedJob;

/**
 * Inserts new jobs in one statement, which also reads the clock and calculates the due
 * times. Jobs whose ids exist are not inserted.
 */
public final class FirstInserts {

	private static final ArrayColumns COLUMNS = new ArrayColumns(
			Stream
				.concat(Stream.of(new Column("topic", "varchar", String.class),
						new Column("id", "varchar", String.class), new Column("place", "smallint", Integer.class),
						new Column("delay", "bigint", Long.class), new Column("at", "bigint", Long.class)),
						JobWriter.RECORD_COLUMNS.stream())
				.toList());

	/** As {@link io.delay.store.life.StoreTime#of}, if the clock is not behind. */
	private static final String TIME = "CASE WHEN added.delay > 0 THEN (clock.now + 999) / 1000 + added.delay "
			+ "ELSE GREATEST(clock.now / 1000, added.at) END";

	private final String table;

	/** The statements for one job, by the settings of the session. */
	private final Map<String, String> single = new ConcurrentHashMap<>();

	/** The statements for several jobs, by the settings of the session. */
	private final Map<String, String> several = new ConcurrentHashMap<>();

	FirstInserts(String table) {
		this.table = table;
	}

	/**
	 * Insert jobs, except those whose ids exist.
	 * @param session the session
	 * @param jobs the jobs, ordered by topic and id
	 * @param clock the clock
	 * @param behind the times at which nothing is inserted, because the clock was set
	 * back
	 * @return the jobs that were inserted
	 */
	public List<Inserted> insert(Session session, List<NewJob> jobs, DatabaseClock clock, Span behind) {
		boolean isSingle = jobs.size() == 1;
		String sql = (isSingle ? this.single : this.several).computeIfAbsent(session.settings(),
				(settings) -> statement(clock, settings, isSingle ? COLUMNS.row() : COLUMNS.rows()));
		List<@Nullable Object> values = new ArrayList<>(clock.values());
		values.addAll(isSingle ? row(jobs.get(0)) : COLUMNS.arrays(jobs.stream().map(FirstInserts::row).toList()));
		values.add(micros(behind.from()));
		values.add(micros(behind.until()) - 1);
		values.addAll(clock.values());
		return session.query(sql, FirstInserts::inserted, values);
	}

	// The functions in the first query are called once, before any row is inserted
	private String statement(DatabaseClock clock, String settings, String rows) {
		String record = String.join(", ", JobWriter.RECORD.stream().map((column) -> "added." + column).toList());
		return "INSERT INTO " + this.table + " AS job (topic, id, place, time, due, "
				+ String.join(", ", JobWriter.RECORD) + ") SELECT added.topic, added.id, added.place, " + TIME + ", "
				+ TIME + ", " + record + " FROM (SELECT " + clock.expression() + " AS now" + settings + ") AS clock, "
				+ rows + " AS added (" + COLUMNS.names()
				+ ") WHERE clock.now NOT BETWEEN ? AND ? ON CONFLICT DO NOTHING "
				+ "RETURNING job.topic, job.id, job.time, " + clock.expression();
	}

	private static List<@Nullable Object> row(NewJob job) {
		DueTime dueTime = job.dueTime();
		Duration delay = (dueTime instanceof DueTime.After after) ? JobRules.roundUp(after.delay()) : Duration.ZERO;
		Instant at = (dueTime instanceof DueTime.At fixed) ? JobRules.roundUp(fixed.instant()) : Instant.EPOCH;
		List<@Nullable Object> values = new ArrayList<>(
				Arrays.asList(job.topic(), job.id(), Place.of(job.record().priority()), delay.toMillis(),
						at.isAfter(Instant.EPOCH) ? at.toEpochMilli() : 0L));
		values.addAll(JobWriter.record(StagedJob.submitted(job, Instant.EPOCH)));
		return values;
	}

	private static long micros(Instant time) {
		return ChronoUnit.MICROS.between(Instant.EPOCH, time);
	}

	private static Inserted inserted(ResultSet row) throws SQLException {
		return new Inserted(Objects.requireNonNull(row.getString(1)), Objects.requireNonNull(row.getString(2)),
				Instant.ofEpochMilli(row.getLong(3)), DatabaseClock.timeOf(row.getLong(4)));
	}

	/**
	 * A job that was inserted.
	 *
	 * @param topic the topic
	 * @param id the id
	 * @param score the score
	 * @param now the time of the clock after the job was inserted
	 */
	public record Inserted(String topic, String id, Instant score, Instant now) {

	}

	/**
	 * A period.
	 *
	 * @param from its beginning
	 * @param until its end, exclusive
	 */
	public record Span(Instant from, Instant until) {

	}

}
