// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

import io.delay.jdbc.dialect.Dialect;
import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.ArrayColumns.Column;
import io.delay.store.life.StagedJob;

/**
 * The statements that insert jobs.
 */
public final class JobInserts {

	private static final ArrayColumns COLUMNS = new ArrayColumns(
			Stream
				.concat(Stream.of(new Column("topic", "varchar", String.class),
						new Column("id", "varchar", String.class), new Column("place", "smallint", Integer.class),
						new Column("time", "bigint", Long.class), new Column("due", "bigint", Long.class)),
						JobWriter.RECORD_COLUMNS.stream())
				.toList());

	/** Servers limit the size of a statement. */
	private static final int MAX_BYTES = 1024 * 1024;

	private final String table;

	private final Dialect dialect;

	JobInserts(String table, Dialect dialect) {
		this.table = table;
		this.dialect = dialect;
	}

	/**
	 * Insert the jobs of one topic, ordered by id, except those whose ids exist. An
	 * existing id is not an error of the transaction.
	 */
	public Set<String> insert(Session session, List<StagedJob> jobs) {
		Set<String> inserted = new HashSet<>();
		insert(session, jobs, (job) -> inserted.add(job.id()));
		return inserted;
	}

	/**
	 * Insert jobs, ordered by topic and id, except those whose ids exist. If this fails,
	 * jobs that were inserted before can remain. The jobs must be of one topic unless
	 * there are arrays.
	 */
	public void insert(Session session, List<StagedJob> jobs, Consumer<StagedJob> inserted) {
		if (!this.dialect.isArraySupported()) {
			JobTable.chunks(jobs).forEach((chunk) -> insertChunk(session, chunk, inserted));
			return;
		}
		String limits = session.limits();
		String tail = this.dialect.insertTail();
		if (jobs.size() == 1) {
			if (session.update(into() + " " + COLUMNS.row() + (limits.isEmpty() ? "" : " FROM " + limits) + tail,
					row(jobs.get(0))) == 1) {
				inserted.accept(jobs.get(0));
			}
			return;
		}
		Map<List<String>, StagedJob> byKey = new HashMap<>();
		jobs.forEach((job) -> byKey.putIfAbsent(List.of(job.topic(), job.id()), job));
		session
			.query(into() + " " + COLUMNS.rows() + (limits.isEmpty() ? "" : ", " + limits) + tail
					+ " RETURNING topic, id",
					(row) -> Objects.requireNonNull(byKey.get(List.of(row.getString(1), row.getString(2)))),
					COLUMNS.arrays(jobs.stream().map(this::row).toList()))
			.forEach(inserted);
	}

	// An id that exists undoes the statement, but not the transaction
	private void insertChunk(Session session, List<StagedJob> jobs, Consumer<StagedJob> inserted) {
		if (jobs.size() > 1 && jobs.stream().mapToLong((job) -> job.record().payload().length).sum() > MAX_BYTES) {
			insertEach(session, jobs, inserted);
			return;
		}
		List<@Nullable Object> values = new ArrayList<>();
		jobs.forEach((job) -> values.addAll(row(job)));
		try {
			session.update(insert(jobs.size()), values);
			jobs.forEach(inserted);
		}
		catch (DuplicateKeyException ex) {
			if (jobs.size() > 1) {
				insertAbsent(session, jobs, inserted);
			}
		}
	}

	// A transaction with repeatable reads may not see the ids that exist
	private void insertAbsent(Session session, List<StagedJob> jobs, Consumer<StagedJob> inserted) {
		List<Object> values = new ArrayList<>(List.of(jobs.get(0).topic()));
		jobs.forEach((job) -> values.add(this.dialect.bind(job.id())));
		Set<String> existing = new HashSet<>(session.query(
				"SELECT id FROM " + this.table + " WHERE topic = ? AND id IN (" + "?, ".repeat(jobs.size() - 1) + "?)",
				this::id, values));
		if (existing.isEmpty()) {
			insertEach(session, jobs, inserted);
			return;
		}
		JobTable.chunks(jobs.stream().filter((job) -> !existing.contains(job.id())).toList())
			.forEach((chunk) -> insertChunk(session, chunk, inserted));
	}

	private void insertEach(Session session, List<StagedJob> jobs, Consumer<StagedJob> inserted) {
		jobs.forEach((job) -> insertChunk(session, List.of(job), inserted));
	}

	private String into() {
		return "INSERT INTO " + this.table + " (" + COLUMNS.names() + ")";
	}

	private String insert(int rows) {
		String row = "(" + COLUMNS.columns().stream().map((column) -> "?").collect(Collectors.joining(", ")) + ")";
		return into() + " VALUES " + Stream.generate(() -> row).limit(rows).collect(Collectors.joining(", "));
	}

	private String id(ResultSet row) throws SQLException {
		return this.dialect.id(Objects.requireNonNull(row.getObject(1)));
	}

	private List<@Nullable Object> row(StagedJob job) {
		List<@Nullable Object> values = new ArrayList<>(Arrays.asList(job.topic(), this.dialect.bind(job.id()),
				Place.of(job), job.score().toEpochMilli(), job.dueTime().toEpochMilli()));
		values.addAll(JobWriter.record(job.record()));
		return values;
	}

}
