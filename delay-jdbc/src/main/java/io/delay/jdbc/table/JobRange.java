// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.dialect.Dialect;
import io.delay.job.JobState;
import io.delay.store.life.StagedJob;

/**
 * A range of the jobs of one place, ordered by score and id.
 *
 * @param from the lowest score, inclusive, or {@code null}
 * @param to the highest score, inclusive, or {@code null}
 * @param after the position after which the range begins, or {@code null}
 * @param descending whether the range is read from its end
 * @param limit the maximum number of jobs, 0 for no limit
 */
public record JobRange(String topic, int place, @Nullable Long from, @Nullable Long to, @Nullable Position after,
		boolean descending, int limit) {

	public static JobRange of(String topic, int place) {
		return new JobRange(topic, place, null, null, null, false, 0);
	}

	public static List<JobRange> of(String topic, JobState state, Instant now) {
		Stream<JobRange> waiting = Place.WAITING.stream().map((place) -> of(topic, place));
		return switch (state) {
			case DELAYED -> waiting.map((range) -> range.behind(now)).toList();
			case READY -> waiting.map((range) -> range.to(now)).toList();
			case RESERVED -> List.of(of(topic, Place.RESERVED));
			case FAILED -> List.of(of(topic, Place.FAILED));
		};
	}

	public JobRange from(long score) {
		return new JobRange(this.topic, this.place, score, this.to, this.after, this.descending, this.limit);
	}

	public JobRange behind(Instant score) {
		return from(score.toEpochMilli() + 1);
	}

	public JobRange to(Instant score) {
		return new JobRange(this.topic, this.place, this.from, score.toEpochMilli(), this.after, this.descending,
				this.limit);
	}

	public JobRange after(@Nullable Position position) {
		return new JobRange(this.topic, this.place, this.from, this.to, position, this.descending, this.limit);
	}

	public JobRange newestFirst() {
		return new JobRange(this.topic, this.place, this.from, this.to, this.after, true, this.limit);
	}

	public JobRange first(int jobs) {
		return new JobRange(this.topic, this.place, this.from, this.to, this.after, this.descending, jobs);
	}

	String clause() {
		StringBuilder sql = new StringBuilder(" WHERE topic = ? AND place = ?");
		sql.append((this.from != null) ? " AND time >= ?" : "");
		sql.append((this.to != null) ? " AND time <= ?" : "");
		if (this.after != null) {
			String sign = this.descending ? "<" : ">";
			sql.append(" AND time " + sign + "= ? AND (time " + sign + " ? OR id " + sign + " ?)");
		}
		String direction = this.descending ? " DESC" : "";
		sql.append(" ORDER BY topic" + direction + ", place" + direction + ", time" + direction + ", id" + direction);
		sql.append((this.limit > 0) ? " LIMIT ?" : "");
		return sql.toString();
	}

	List<Object> values(Dialect dialect) {
		List<Object> values = new ArrayList<>(List.of(this.topic, this.place));
		if (this.from != null) {
			values.add(this.from);
		}
		if (this.to != null) {
			values.add(this.to);
		}
		if (this.after != null) {
			long time = this.after.score().toEpochMilli();
			values.addAll(List.of(time, time, dialect.bind(this.after.id())));
		}
		if (this.limit > 0) {
			values.add(this.limit);
		}
		return values;
	}

	public record Position(Instant score, String id) implements Comparable<Position> {

		// In the order of the index, in which ids are compared by their bytes
		private static final Comparator<Position> ORDER = Comparator.comparing(Position::score)
			.thenComparing((position) -> position.id().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

		public static Position of(StagedJob job) {
			return new Position(job.score(), job.id());
		}

		@Override
		public int compareTo(Position other) {
			return ORDER.compare(this, other);
		}

	}

}
