// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

import io.delay.jdbc.dialect.Dialect;
import io.delay.jdbc.session.Session;
import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicPause;

/**
 * The table of topics and its statements.
 */
public final class TopicTable {

	private static final String COLUMNS = "paused_by, paused_at, resumed_at, permits, dropped";

	private final String table;

	private final Dialect dialect;

	public TopicTable(String prefix, Dialect dialect) {
		this.table = prefix + "topic";
		this.dialect = dialect;
	}

	public void insert(Session session, String topic) {
		if (find(session, topic, false) != null) {
			return;
		}
		String tail = this.dialect.insertTail();
		try {
			session.update("INSERT INTO " + this.table + " (topic) VALUES (?)" + ((tail != null) ? tail : ""),
					List.of(topic));
		}
		catch (DuplicateKeyException ex) {
			// Another transaction has inserted it
		}
	}

	// Null if the topic is not stored, or must be locked and another transaction has
	// locked it
	public @Nullable TopicRow find(Session session, String topic, boolean locked) {
		List<TopicRow> rows = session.query("SELECT " + COLUMNS + " FROM " + this.table + " WHERE topic = ?"
				+ (locked ? " FOR UPDATE SKIP LOCKED" : ""), TopicTable::read, List.of(topic));
		return rows.isEmpty() ? null : rows.get(0);
	}

	public TopicHeads find(Session session, String topic, JobTable jobs, List<JobRange> ranges) {
		List<Object> values = new ArrayList<>(jobs.headValues(ranges));
		values.add(topic);
		return session
			.query("SELECT " + jobs.headColumns(ranges) + ", topic, " + COLUMNS
					+ " FROM (SELECT 1 AS one) one LEFT JOIN " + this.table + " ON topic = ?",
					(row) -> new TopicHeads(JobTable.heads(row, ranges.size()),
							(row.getString("topic") != null) ? read(row) : null),
					values)
			.get(0);
	}

	private static TopicRow read(ResultSet row) throws SQLException {
		Long pausedAt = JobReader.number(row, "paused_at");
		TopicPause pause = (pausedAt != null)
				? new TopicPause(new Operator(Objects.requireNonNull(row.getString("paused_by"))),
						Instant.ofEpochMilli(pausedAt))
				: null;
		Long resumedAt = JobReader.number(row, "resumed_at");
		return new TopicRow(pause, (resumedAt != null) ? Instant.ofEpochMilli(resumedAt) : null, row.getLong("permits"),
				row.getLong("dropped"));
	}

	public boolean pause(Session session, String topic, TopicPause pause) {
		return session.update(
				"UPDATE " + this.table + " SET paused_by = ?, paused_at = ? WHERE topic = ? AND paused_at IS NULL",
				List.of(pause.by().name(), pause.since().toEpochMilli(), topic)) > 0;
	}

	public boolean resume(Session session, String topic, Instant now) {
		return session.update("UPDATE " + this.table
				+ " SET paused_by = NULL, paused_at = NULL, resumed_at = ? WHERE topic = ? AND paused_at IS NOT NULL",
				List.of(now.toEpochMilli(), topic)) > 0;
	}

	public void permits(Session session, String topic, long permits) {
		session.update("UPDATE " + this.table + " SET permits = ? WHERE topic = ?", List.of(permits, topic));
	}

	public void dropped(Session session, String topic, int jobs) {
		session.update("UPDATE " + this.table + " SET dropped = dropped + ? WHERE topic = ?", List.of(jobs, topic));
	}

	public boolean delete(Session session, String topic) {
		return session.update("DELETE FROM " + this.table + " WHERE topic = ?", List.of(topic)) > 0;
	}

	public List<String> all(Session session) {
		return session.query("SELECT topic FROM " + this.table, (row) -> Objects.requireNonNull(row.getString(1)),
				List.of());
	}

	public record TopicHeads(List<@Nullable Instant> scores, @Nullable TopicRow row) {

	}

	/**
	 * The data that are stored for a topic itself, apart from its jobs.
	 *
	 * @param pause its pause, or {@code null}
	 * @param resumedAt when it was last resumed, or {@code null}
	 * @param permits when all permits of its rate limit are available, in microseconds
	 * since the epoch
	 * @param dropped the number of failed jobs that retention has dropped
	 */
	public record TopicRow(@Nullable TopicPause pause, @Nullable Instant resumedAt, long permits, long dropped) {

		public static final TopicRow NONE = new TopicRow(null, null, 0, 0);

	}

}
