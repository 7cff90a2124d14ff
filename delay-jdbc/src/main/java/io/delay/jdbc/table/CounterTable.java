// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.delay.jdbc.dialect.Dialect;
import io.delay.jdbc.dialect.NumberRows;
import io.delay.jdbc.session.Session;
import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;

/**
 * The counters of topics by minute and by quarter of an hour, and their statements.
 */
public final class CounterTable {

	/** The length of a minute and of a quarter, in minutes. */
	private static final int[] LENGTHS = { 1, 15 };

	private static final List<String> KEYS = List.of("topic", "minutes", "number");

	private static final List<String> NUMBERS = List.of("submitted", "delivered", "done", "failed_attempts", "buried",
			"cancelled", "lateness");

	private static final int MOST = 100;

	private final String table;

	private final Dialect dialect;

	public CounterTable(String prefix, Dialect dialect) {
		this.table = prefix + "count";
		this.dialect = dialect;
	}

	public void add(Session session, Map<Minute, JobCounts> counts) {
		// In a fixed order, so that two instances cannot wait for each other
		Map<List<Object>, JobCounts> rows = new TreeMap<>(Comparator.comparing(List::toString));
		counts.forEach((minute, more) -> {
			for (int length : LENGTHS) {
				rows.merge(List.of(minute.topic(), length, minute.number() / length), more, JobCounts::plus);
			}
		});
		List<List<Object>> values = rows.entrySet()
			.stream()
			.map((row) -> values(row.getKey(), row.getValue()))
			.toList();
		for (int from = 0; from < values.size(); from += MOST) {
			List<List<Object>> part = values.subList(from, Math.min(from + MOST, values.size()));
			session.update(this.dialect.insertOrAdd(new NumberRows(this.table, KEYS, NUMBERS, part.size())),
					part.stream().flatMap(List::stream).toList());
		}
	}

	private static List<Object> values(List<Object> key, JobCounts counts) {
		List<Object> values = new ArrayList<>(key);
		values.addAll(List.of(counts.submitted(), counts.delivered(), counts.done(), counts.failedAttempts(),
				counts.buried(), counts.cancelled(), counts.lateness().toMillis()));
		return values;
	}

	// Counts of the far future were written with a clock that was ahead
	public void expire(Session session, String topic, long minute) {
		for (int length : LENGTHS) {
			int kept = kept(length);
			session.update(
					"DELETE FROM " + this.table + " WHERE topic = ? AND minutes = ? AND (number <= ? OR number > ?)",
					List.of(topic, length, minute / length - kept, minute / length + kept));
		}
	}

	private static int kept(int length) {
		return (length == 1) ? TopicThroughput.MINUTES : TopicThroughput.QUARTERS;
	}

	public Map<Interval, JobCounts> read(Session session, String topic) {
		Map<Interval, JobCounts> counts = new HashMap<>();
		session.query("SELECT * FROM " + this.table + " WHERE topic = ?",
				(row) -> counts.put(new Interval(row.getInt("minutes"), row.getLong("number")),
						new JobCounts(row.getLong("submitted"), row.getLong("delivered"), row.getLong("done"),
								row.getLong("failed_attempts"), row.getLong("buried"), row.getLong("cancelled"),
								Duration.ofMillis(row.getLong("lateness")))) == null,
				List.of(topic));
		return counts;
	}

	public void delete(Session session, String topic) {
		session.update("DELETE FROM " + this.table + " WHERE topic = ?", List.of(topic));
	}

	/** An interval whose counts are stored, numbered since the epoch. */
	public record Interval(int minutes, long number) {

	}

	/** A minute of a topic, numbered since the epoch. */
	public record Minute(String topic, long number) {

	}

}
