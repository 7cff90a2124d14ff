// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.delay.jdbc.dialect.Dialect;
import io.delay.jdbc.table.JobRow.Part;
import io.delay.job.JobPriority;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobFailures.Failure;
import io.delay.store.JobRecord;
import io.delay.store.LeaseTerms;
import io.delay.store.LeaseTokens;
import io.delay.store.Redelivery;
import io.delay.store.life.JobStage;
import io.delay.store.life.Progress;
import io.delay.store.life.Setbacks;
import io.delay.store.life.StagedJob;
import io.delay.store.share.HeaderText;

/**
 * Reads the rows of jobs. A value that cannot be read, because something other than Delay
 * or a newer version of Delay has written it, does not prevent other rows from being
 * read.
 */
final class JobReader {

	private static final byte[] NOT_READ = new byte[0];

	static final String UNKNOWN_HOST = "database";

	private final Dialect dialect;

	JobReader(Dialect dialect) {
		this.dialect = dialect;
	}

	JobRow read(ResultSet row, String topic, JobColumns depth) throws SQLException {
		byte[] payload = depth.isPayloadRead() ? Objects.requireNonNull(row.getBytes("payload")) : NOT_READ;
		JobRecord record = record(row, payload);
		JobFailures failures = failures(row, depth);
		int place = row.getInt("place");
		boolean isLeased = place == Place.RESERVED || place == Place.AHEAD;
		boolean isLeaseUnreadable = isLeased && !isLeaseReadable(row);
		StagedJob job = new StagedJob(topic, this.dialect.id(Objects.requireNonNull(row.getObject("id"))),
				(record != null) ? record : unreadable(row, payload),
				isLeased ? lease(row, failures, isLeaseUnreadable) : unleased(row, place),
				Instant.ofEpochMilli(row.getLong("due")), new Setbacks(failures, row.getInt("stalls")));
		return new JobRow(job, row.getInt("size"), unreadable(record == null, isLeaseUnreadable));
	}

	private static Set<Part> unreadable(boolean isRecordUnreadable, boolean isLeaseUnreadable) {
		if (isRecordUnreadable) {
			return isLeaseUnreadable ? EnumSet.allOf(Part.class) : EnumSet.of(Part.RECORD);
		}
		return isLeaseUnreadable ? EnumSet.of(Part.LEASE) : Set.of();
	}

	static @Nullable JobRecord record(ResultSet row, byte[] payload) throws SQLException {
		String headers = row.getString("headers");
		Long ttr = number(row, "ttr");
		Long maxAttempts = number(row, "max_attempts");
		JobPriority priority = constant(JobPriority.values(), row, "priority");
		if (priority == null) {
			return null;
		}
		try {
			return new JobRecord(payload, (headers != null) ? HeaderText.read(headers) : Map.of(),
					(ttr != null) ? Duration.ofMillis(ttr) : null,
					(maxAttempts != null) ? maxAttempts.intValue() : null, priority);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static JobRecord unreadable(ResultSet row, byte[] payload) throws SQLException {
		JobPriority priority = constant(JobPriority.values(), row, "priority");
		return new JobRecord(payload, Map.of(), null, null, (priority != null) ? priority : JobPriority.NORMAL);
	}

	static <T> @Nullable T constant(T[] constants, ResultSet row, String column) throws SQLException {
		int position = row.getInt(column);
		return (!row.wasNull() && position >= 0 && position < constants.length) ? constants[position] : null;
	}

	private static boolean isLeaseReadable(ResultSet row) throws SQLException {
		for (String column : List.of("lease_attempt", "lease_max_attempts", "lease_ttr", "visible_since")) {
			if (number(row, column) == null) {
				return false;
			}
		}
		return constant(Progress.values(), row, "progress") != null
				&& StringUtils.hasText(LeaseTokens.hostOf(Objects.requireNonNull(row.getString("token"))));
	}

	private static JobStage unleased(ResultSet row, int place) throws SQLException {
		Instant score = Instant.ofEpochMilli(row.getLong("time"));
		return switch (place) {
			case Place.FAILED -> new JobStage.Failed(score);
			case Place.ISOLATED -> new JobStage.Isolated(score);
			case Place.HANDLING -> new JobStage.Handling(score, Math.max(1, row.getInt("lease_attempt")));
			default -> new JobStage.Waiting(score);
		};
	}

	// No settlement has the token of a lease that cannot be read
	private static JobStage lease(ResultSet row, @Nullable JobFailures failures, boolean isUnreadable)
			throws SQLException {
		Instant score = Instant.ofEpochMilli(row.getLong("time"));
		LeaseTerms terms = new LeaseTerms(row.getInt("lease_attempt"), row.getInt("lease_max_attempts"),
				Duration.ofMillis(row.getLong("lease_ttr")), score, Redelivery.NONE,
				row.getBoolean("failure_handling") ? failures : null);
		Progress progress = constant(Progress.values(), row, "progress");
		Long since = number(row, "lease_since");
		return new JobStage.Reserved(isUnreadable ? JobStage.NO_TOKEN : Objects.requireNonNull(row.getString("token")),
				terms, Instant.ofEpochMilli(row.getLong("visible_since")), score,
				(progress != null) ? progress : Progress.STARTED, row.getBoolean("failure_handler"),
				(since != null) ? Instant.ofEpochMilli(since) : null);
	}

	private static @Nullable JobFailures failures(ResultSet row, JobColumns depth) throws SQLException {
		Long time = number(row, "failed_at");
		if (time == null) {
			return null;
		}
		List<Failure> recent = new ArrayList<>();
		recent.add(new Failure(row.getInt("failed_attempt"), Instant.ofEpochMilli(time), lastFailure(row, depth)));
		if (depth.areDetailsRead()) {
			recent.addAll(FailureText.read(row.getString("earlier_failures")));
		}
		return new JobFailures(row.getInt("attempts"), recent);
	}

	private static FailureReason lastFailure(ResultSet row, JobColumns depth) throws SQLException {
		String error = row.getString("error");
		String host = row.getString("error_host");
		String stackTrace = depth.areDetailsRead() ? row.getString("stack_trace") : null;
		Long runTime = number(row, "run_time");
		return new FailureReason((error != null) ? error : "The failure of the job cannot be read",
				StringUtils.hasText(host) ? host : UNKNOWN_HOST, stackTrace,
				(runTime != null && runTime >= 0) ? Duration.ofMillis(runTime) : null);
	}

	static @Nullable Long number(ResultSet row, String column) throws SQLException {
		long number = row.getLong(column);
		return row.wasNull() ? null : number;
	}

}
