// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.dialect.Dialect;
import io.delay.jdbc.session.Session;
import io.delay.store.Lease;
import io.delay.store.life.StagedJob;

/**
 * The table of jobs and its statements.
 */
public final class JobTable {

	private static final int[] CHUNKS = { 100, 50, 20, 10, 5, 2, 1 };

	/** The row of an id without a job, in the transaction that locks this id. */
	private static final String ABSENT = "(?, ?, 4, 0, 0, 0, -1, '')";

	private final String table;

	private final Dialect dialect;

	private final String topicOfIds;

	private final JobReader reader;

	private final JobInserts inserts;

	public JobTable(String prefix, Dialect dialect) {
		this.table = prefix + "job";
		this.dialect = dialect;
		this.topicOfIds = dialect.withoutIndex("topic") + " = ?";
		this.reader = new JobReader(dialect);
		this.inserts = new JobInserts(this.table, dialect);
	}

	public JobInserts inserts() {
		return this.inserts;
	}

	// There are only a few lengths, so that only a few different statements are prepared.
	static <T> List<List<T>> chunks(List<T> all) {
		List<List<T>> chunks = new ArrayList<>();
		int from = 0;
		for (int size : CHUNKS) {
			while (all.size() - from >= size) {
				chunks.add(all.subList(from, from + size));
				from += size;
			}
		}
		return chunks;
	}

	public List<JobRow> find(Session session, String topic, Collection<String> ids, JobColumns depth, Lock lock) {
		return find(session, topic, ids, depth, lock.clause);
	}

	// Any of the jobs may be gone. No lock keeps other transactions from inserting jobs
	// with other ids
	public List<JobRow> findPresent(Session session, String topic, Collection<String> ids, JobColumns depth) {
		if (!isGapLocked(session)) {
			return find(session, topic, ids, depth, Lock.WAIT);
		}
		List<JobRow> present = new ArrayList<>();
		for (List<String> chunk : chunks(List.copyOf(ids))) {
			present.addAll(session.undoneIfItFails(() -> lockWithoutGaps(session, topic, chunk, depth)));
		}
		return present;
	}

	private List<JobRow> lockWithoutGaps(Session session, String topic, List<String> ids, JobColumns depth) {
		List<Object> values = new ArrayList<>();
		ids.forEach((id) -> values.addAll(List.of(topic, this.dialect.bind(id))));
		session.update(
				"INSERT INTO " + this.table + " (topic, id, place, time, due, priority, size, payload) VALUES "
						+ String.join(", ", Collections.nCopies(ids.size(), ABSENT)) + this.dialect.lockingInsertTail(),
				values);
		List<JobRow> present = new ArrayList<>();
		List<String> absent = new ArrayList<>();
		for (JobRow row : find(session, topic, ids, depth, Lock.WAIT)) {
			if (row.size() < 0) {
				absent.add(row.job().id());
			}
			else {
				present.add(row);
			}
		}
		delete(session, topic, absent);
		return present;
	}

	/**
	 * Read jobs in the state that is committed or was written by this transaction. Some
	 * databases must lock the jobs for that.
	 */
	public List<JobRow> findCommitted(Session session, String topic, Collection<String> ids) {
		return find(session, topic, ids, JobColumns.PLAIN, session.isJoined() ? this.dialect.committedTail() : "");
	}

	private List<JobRow> find(Session session, String topic, Collection<String> ids, JobColumns depth, String tail) {
		List<JobRow> rows = new ArrayList<>();
		for (List<String> chunk : idChunks(session, List.copyOf(ids))) {
			rows.addAll(session.query(
					"SELECT " + depth.columns() + " FROM " + this.dialect.byId(this.table) + " WHERE " + this.topicOfIds
							+ " AND " + idIn(chunk.size()) + " ORDER BY id" + tail,
					(row) -> this.reader.read(row, topic, depth), values(topic, chunk)));
		}
		return rows;
	}

	public Map<String, byte[]> payloads(Session session, String topic, Collection<String> ids) {
		Map<String, byte[]> payloads = new HashMap<>();
		for (List<String> chunk : idChunks(List.copyOf(ids))) {
			session.query("SELECT id, payload FROM " + this.table + " WHERE " + this.topicOfIds + " AND "
					+ idIn(chunk.size()), (row) -> payload(row, payloads), values(topic, chunk));
		}
		return payloads;
	}

	// The jobs are not locked, because some databases would lock all reserved jobs of the
	// topic
	public List<String> held(Session session, String topic, String token) {
		return session.query("SELECT id FROM " + this.table + " WHERE topic = ? AND place IN (3, 5) AND token = ?",
				this::id, List.of(topic, token));
	}

	public List<JobRow> list(Session session, JobRange range, JobColumns depth, Lock lock) {
		if (lock == Lock.SKIP && !this.dialect.isRangeLockLimited()) {
			return listThenLock(session, range, depth);
		}
		return session.query("SELECT " + depth.columns() + " FROM " + this.table + range.clause() + lock.clause,
				(row) -> this.reader.read(row, range.topic(), depth), range.values(this.dialect));
	}

	// Rows that have changed between the two steps are left out.
	private List<JobRow> listThenLock(Session session, JobRange range, JobColumns depth) {
		Map<String, JobRow> locked = new HashMap<>();
		List<JobRow> listed = list(session, range, JobColumns.PLAIN, Lock.NONE);
		for (List<JobRow> chunk : chunks(listed)) {
			session
				.query("SELECT " + depth.columns() + " FROM " + this.table + " WHERE topic = ? AND "
						+ idIn(chunk.size()) + Lock.SKIP.clause, (row) -> this.reader.read(row, range.topic(), depth),
						values(range.topic(), chunk.stream().map((row) -> row.job().id()).toList()))
				.forEach((row) -> locked.put(row.job().id(), row));
		}
		return listed.stream()
			.filter((row) -> isSame(row, locked.get(row.job().id())))
			.map((row) -> locked.get(row.job().id()))
			.filter(Objects::nonNull)
			.toList();
	}

	private static boolean isSame(JobRow listed, @Nullable JobRow locked) {
		return locked != null && Place.of(locked.job()) == Place.of(listed.job())
				&& locked.job().score().equals(listed.job().score());
	}

	public List<@Nullable Instant> heads(Session session, List<JobRange> ranges) {
		return session.query("SELECT " + headColumns(ranges), (row) -> heads(row, ranges.size()), headValues(ranges))
			.get(0);
	}

	String headColumns(List<JobRange> ranges) {
		return ranges.stream()
			.map((range) -> "(SELECT time FROM " + this.table + range.clause() + " LIMIT 1)")
			.collect(Collectors.joining(", "));
	}

	List<Object> headValues(List<JobRange> ranges) {
		return ranges.stream().flatMap((range) -> range.values(this.dialect).stream()).toList();
	}

	static List<@Nullable Instant> heads(ResultSet row, int ranges) throws SQLException {
		List<@Nullable Instant> scores = new ArrayList<>();
		for (int i = 1; i <= ranges; i++) {
			long time = row.getLong(i);
			scores.add(row.wasNull() ? null : Instant.ofEpochMilli(time));
		}
		return scores;
	}

	public long count(Session session, JobRange range) {
		return session
			.query("SELECT COUNT(*) FROM (SELECT 1 AS found FROM " + this.table + range.clause() + ") counted",
					(row) -> row.getLong(1), range.values(this.dialect))
			.get(0);
	}

	public JobRange.@Nullable Position position(Session session, JobRange range, int index) {
		JobRange one = range.first(1);
		List<Object> values = one.values(this.dialect);
		values.add(index);
		List<JobRange.Position> found = session.query("SELECT time, id FROM " + this.table + one.clause() + " OFFSET ?",
				(row) -> new JobRange.Position(Instant.ofEpochMilli(row.getLong(1)),
						this.dialect.id(Objects.requireNonNull(row.getObject(2)))),
				values);
		return found.isEmpty() ? null : found.get(0);
	}

	public List<String> topics(Session session) {
		List<String> topics = new ArrayList<>();
		String last = "";
		while (true) {
			// One step per topic through the index
			List<String> next = session.query(
					"SELECT topic FROM " + this.table + " WHERE topic > ? ORDER BY topic, place, time, id LIMIT 1",
					(row) -> Objects.requireNonNull(row.getString(1)), List.of(last));
			if (next.isEmpty()) {
				return topics;
			}
			last = next.get(0);
			topics.add(last);
		}
	}

	public Map<Integer, Long> forecast(Session session, String topic, long from, long interval, int intervals) {
		Map<Integer, Long> counts = new HashMap<>();
		String number = "FLOOR((time - " + from + ") / " + interval + ")";
		for (int place : Place.WAITING) {
			session.query(
					"SELECT " + number + " AS number, COUNT(*) AS jobs FROM " + this.table
							+ " WHERE topic = ? AND place = ? AND time >= ? AND time < ? GROUP BY " + number,
					(row) -> counts.merge(row.getInt(1), row.getLong(2), Long::sum),
					List.of(topic, place, from, from + interval * intervals));
		}
		return counts;
	}

	public void update(Session session, List<StagedJob> changes, JobChange kind) {
		List<String> columns = new ArrayList<>(JobWriter.STAGE);
		columns.addAll(kind.areFailuresWritten() ? JobWriter.FAILURES : List.of());
		columns.addAll(kind.isRecordWritten() ? JobWriter.RECORD : List.of());
		String sql = "UPDATE " + this.table + " SET "
				+ columns.stream().map((column) -> column + " = ?").collect(Collectors.joining(", ")) + " WHERE "
				+ this.topicOfIds + " AND id = ?";
		session.batch(sql, changes.stream().map((job) -> {
			List<@Nullable Object> values = JobWriter.stage(job);
			values.addAll(kind.areFailuresWritten() ? JobWriter.failures(job) : List.of());
			values.addAll(kind.isRecordWritten() ? JobWriter.record(job.record()) : List.of());
			values.add(job.topic());
			values.add(this.dialect.bind(job.id()));
			return values;
		}).toList());
	}

	// Jobs whose leases differ only in their ends share a statement. Returns no payloads
	// if the database cannot return them
	public Map<String, byte[]> reserve(Session session, String topic, List<StagedJob> jobs) {
		Map<String, byte[]> payloads = new HashMap<>();
		Map<List<Object>, List<String>> leases = new LinkedHashMap<>();
		jobs.forEach((job) -> leases.computeIfAbsent(JobWriter.lease(job), (lease) -> new ArrayList<>()).add(job.id()));
		leases.forEach((lease, ids) -> idChunks(ids).forEach((chunk) -> {
			String sql = "UPDATE " + this.table + " SET " + JobWriter.leaseColumns(lease, this.dialect) + " WHERE "
					+ this.topicOfIds + " AND " + idIn(chunk.size());
			List<Object> all = new ArrayList<>(lease);
			all.addAll(values(topic, chunk));
			if (this.dialect.isArraySupported()) {
				session.query(sql + " RETURNING id, payload", (row) -> payload(row, payloads), all);
			}
			else {
				session.update(sql, all);
			}
		}));
		return payloads;
	}

	private String id(ResultSet row) throws SQLException {
		return this.dialect.id(Objects.requireNonNull(row.getObject(1)));
	}

	private byte[] payload(ResultSet row, Map<String, byte[]> payloads) throws SQLException {
		byte[] payload = Objects.requireNonNull(row.getBytes(2));
		payloads.put(id(row), payload);
		return payload;
	}

	public void delete(Session session, String topic, Collection<String> ids) {
		for (List<String> chunk : idChunks(session, List.copyOf(ids))) {
			session.update("DELETE FROM " + this.table + " WHERE " + this.topicOfIds + " AND " + idIn(chunk.size()),
					values(topic, chunk));
		}
	}

	// Waits for transactions that have locked the job
	public int deleteHeld(Session session, Lease lease) {
		return session.update("DELETE FROM " + this.table + " WHERE " + this.topicOfIds + " AND id = ? AND token = ?",
				List.of(lease.topic(), this.dialect.bind(lease.id()), lease.token()));
	}

	// Skips jobs that another transaction has locked
	public List<String> deleteHeld(Session session, String topic, SortedMap<String, String> tokens, boolean returning) {
		List<String> ids = List.copyOf(tokens.keySet());
		if (returning) {
			// The inner query has the plan of one id, whatever their number is
			return session.query("DELETE FROM " + this.table
					+ " WHERE ctid = ANY (ARRAY(SELECT held.ctid FROM unnest(CAST(? AS varchar[]), CAST(? AS varchar[]))"
					+ " AS lease (id, token) CROSS JOIN LATERAL (SELECT job.ctid FROM " + this.table + " AS job WHERE "
					+ this.topicOfIds + " AND job.id = lease.id AND job.token = lease.token" + Lock.SKIP.clause
					+ ") AS held)) RETURNING id", this::id,
					List.of(ids.toArray(String[]::new), tokens.values().toArray(String[]::new), topic));
		}
		List<String> free = find(session, topic, ids, JobColumns.PLAIN, Lock.SKIP).stream()
			.map(JobRow::job)
			.filter((job) -> job.isHeldBy(tokens.getOrDefault(job.id(), "")))
			.map(StagedJob::id)
			.toList();
		delete(session, topic, free);
		return free;
	}

	// The plan for several ids can be to read, and thus to lock, all jobs of the topic
	private List<List<String>> idChunks(Session session, List<String> ids) {
		return isGapLocked(session) ? ids.stream().map(List::of).toList() : idChunks(ids);
	}

	private boolean isGapLocked(Session session) {
		return session.isReadRepeatable() && this.dialect.lockingInsertTail() != null;
	}

	// Unless there are arrays, the last id is repeated to get one of a few lengths
	private List<List<String>> idChunks(List<String> ids) {
		if (this.dialect.isArraySupported() && ids.size() > 1) {
			return List.of(ids);
		}
		List<List<String>> chunks = new ArrayList<>();
		for (int from = 0; from < ids.size(); from += CHUNKS[0]) {
			List<String> chunk = new ArrayList<>(ids.subList(from, Math.min(from + CHUNKS[0], ids.size())));
			int length = IntStream.of(CHUNKS).filter((size) -> size >= chunk.size()).min().orElseThrow();
			chunk.addAll(Collections.nCopies(length - chunk.size(), chunk.get(chunk.size() - 1)));
			chunks.add(chunk);
		}
		return chunks;
	}

	private String idIn(int ids) {
		if (ids == 1) {
			return "id = ?";
		}
		return this.dialect.isArraySupported() ? "id = ANY (?)" : "id IN (" + "?, ".repeat(ids - 1) + "?)";
	}

	private List<Object> values(String topic, List<String> ids) {
		List<Object> values = new ArrayList<>();
		values.add(topic);
		if (this.dialect.isArraySupported() && ids.size() > 1) {
			values.add(ids.toArray(String[]::new));
		}
		else {
			ids.forEach((id) -> values.add(this.dialect.bind(id)));
		}
		return values;
	}

	public enum Lock {

		NONE(""),

		WAIT(" FOR UPDATE"),

		SKIP(" FOR UPDATE SKIP LOCKED");

		private final String clause;

		Lock(String clause) {
			this.clause = clause;
		}

	}

}
