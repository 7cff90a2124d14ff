// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.dialect.Dialect;
import io.delay.jdbc.session.Session;
import io.delay.store.JobRecord;
import io.delay.store.ReserveRequest;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunOutcome;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

/**
 * The table of finished runs and its statements.
 */
public final class RunTable {

	private static final List<String> COLUMNS = List.of("topic", "job_id", "outcome", "attempts", "host", "due",
			"submitted", "started", "finished", "priority", "size", "payload", "headers", "ttr", "max_attempts");

	private final String table;

	private final Dialect dialect;

	public RunTable(String prefix, Dialect dialect) {
		this.table = prefix + "finished";
		this.dialect = dialect;
	}

	public void insert(Session session, List<FinishedRun> runs) {
		session.batch("INSERT INTO " + this.table + " (" + String.join(", ", COLUMNS) + ") VALUES ("
				+ "?, ".repeat(COLUMNS.size() - 1) + "?)", runs.stream().map(this::values).toList());
	}

	private List<@Nullable Object> values(FinishedRun run) {
		List<@Nullable Object> values = new ArrayList<>(
				Arrays.asList(run.topic(), this.dialect.bind(run.id()), run.outcome().ordinal(), run.attempts(),
						run.host(), JobWriter.millis(run.times().due()), JobWriter.millis(run.times().submitted()),
						JobWriter.millis(run.times().started()), run.times().finished().toEpochMilli()));
		JobRecord record = run.record();
		values.addAll((record != null) ? JobWriter.record(record) : Arrays.asList(null, 0, null, null, null, null));
		return values;
	}

	public int keepLast(Session session, String topic, int count, int most) {
		Long cut = nth(session, "number", " DESC", topic, Long.MAX_VALUE, count + 1);
		return (cut != null) ? removeTo(session, "number", topic, cut, most) : 0;
	}

	// Runs of the same millisecond are removed together, even above the maximum
	public int removeBefore(Session session, String topic, Instant time, int most) {
		return removeTo(session, "finished", topic, time.toEpochMilli() - 1, most);
	}

	private int removeTo(Session session, String column, String topic, long cut, int most) {
		Long last = nth(session, column, "", topic, cut, most);
		return session.update("DELETE FROM " + this.table + " WHERE topic = ? AND " + column + " <= ?",
				List.of(topic, (last != null) ? last : cut));
	}

	// The value of a column in a given row of those up to a value, if there are so many
	private @Nullable Long nth(Session session, String column, String direction, String topic, long highest, int row) {
		List<Long> found = session.query(
				"SELECT " + column + " FROM " + this.table + " WHERE topic = ? AND " + column + " <= ? ORDER BY topic"
						+ direction + ", " + column + direction + " LIMIT 1 OFFSET ?",
				(result) -> result.getLong(1), List.of(topic, highest, row - 1));
		return found.isEmpty() ? null : found.get(0);
	}

	public void delete(Session session, String topic) {
		session.update("DELETE FROM " + this.table + " WHERE topic = ?", List.of(topic));
	}

	public RunPage page(Session session, RunPageRequest request) {
		List<Object> values = new ArrayList<>(List.of(request.topic()));
		if (request.id() != null) {
			values.add(this.dialect.bind(request.id()));
		}
		RunPosition after = request.after();
		if (after != null) {
			values.add(after.before().get(0));
		}
		values.add(request.limit() + 1);
		String range = " FROM " + this.table + " WHERE topic = ?" + ((request.id() != null) ? " AND job_id = ?" : "")
				+ ((after != null) ? " AND number < ?" : "") + " ORDER BY number DESC LIMIT ?";
		List<Integer> sizes = session.query("SELECT size" + range, (row) -> row.getInt(1), values);
		int length = Math.min(request.limit(), withinBudget(sizes));
		values.set(values.size() - 1, length);
		List<Numbered> page = session.query("SELECT *" + range, (row) -> read(row, request.topic()), values);
		RunPosition next = (length < sizes.size() && !page.isEmpty())
				? new RunPosition(List.of(page.get(page.size() - 1).number())) : null;
		return new RunPage(page.stream().map(Numbered::run).filter(Objects::nonNull).toList(), next);
	}

	private static int withinBudget(List<Integer> sizes) {
		long bytes = 0;
		for (int i = 0; i < sizes.size(); i++) {
			bytes += sizes.get(i);
			if (i > 0 && bytes > ReserveRequest.MAX_PAYLOAD_BYTES) {
				return i;
			}
		}
		return sizes.size();
	}

	private Numbered read(ResultSet row, String topic) throws SQLException {
		FinishedRun.Times times = new FinishedRun.Times(instant(row, "due"), instant(row, "submitted"),
				instant(row, "started"), Instant.ofEpochMilli(row.getLong("finished")));
		RunOutcome outcome = JobReader.constant(RunOutcome.values(), row, "outcome");
		String id = this.dialect.id(Objects.requireNonNull(row.getObject("job_id")));
		FinishedRun run = (outcome != null)
				? new FinishedRun(topic, id, outcome, row.getInt("attempts"), row.getString("host"), times, record(row))
				: null;
		return new Numbered(row.getLong("number"), run);
	}

	private static @Nullable JobRecord record(ResultSet row) throws SQLException {
		byte[] payload = row.getBytes("payload");
		return (payload != null) ? JobReader.record(row, payload) : null;
	}

	private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
		Long millis = JobReader.number(row, column);
		return (millis != null) ? Instant.ofEpochMilli(millis) : null;
	}

	private record Numbered(long number, @Nullable FinishedRun run) {

	}

}
