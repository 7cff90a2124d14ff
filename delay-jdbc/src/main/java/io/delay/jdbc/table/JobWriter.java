// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.dialect.Dialect;
import io.delay.jdbc.table.ArrayColumns.Column;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobFailures.Failure;
import io.delay.store.JobRecord;
import io.delay.store.life.JobStage;
import io.delay.store.life.StagedJob;
import io.delay.store.share.HeaderText;

/**
 * The columns of jobs that are written together, with their values.
 */
final class JobWriter {

	static final List<Column> RECORD_COLUMNS = List.of(new Column("priority", "smallint", Integer.class),
			new Column("size", "integer", Integer.class), new Column("payload", "bytea", byte[].class),
			new Column("headers", "text", String.class), new Column("ttr", "bigint", Long.class),
			new Column("max_attempts", "integer", Integer.class));

	static final List<String> RECORD = RECORD_COLUMNS.stream().map(Column::name).toList();

	static final List<String> STAGE = List.of("place", "time", "due", "attempts", "stalls", "token", "lease_attempt",
			"lease_max_attempts", "lease_ttr", "lease_since", "visible_since", "progress", "failure_handler",
			"failure_handling");

	static final List<String> FAILURES = List.of("failed_attempt", "failed_at", "error", "error_host", "stack_trace",
			"run_time", "earlier_failures");

	private static final int LEASE_COLUMNS = 9;

	private JobWriter() {
	}

	static List<@Nullable Object> record(JobRecord record) {
		return Arrays.asList(record.priority().ordinal(), record.payload().length, record.payload(),
				record.headers().isEmpty() ? null : HeaderText.of(record.headers()),
				(record.ttr() != null) ? record.ttr().toMillis() : null, record.maxAttempts());
	}

	static List<@Nullable Object> stage(StagedJob job) {
		List<@Nullable Object> values = new ArrayList<>();
		values.add(Place.of(job));
		values.add(job.score().toEpochMilli());
		values.add(job.dueTime().toEpochMilli());
		values.add(job.setbacks().attempts());
		values.add(job.setbacks().stalls());
		if (job.stage() instanceof JobStage.Reserved lease) {
			values.add(lease.token());
			values.add(lease.terms().attempt());
			values.add(lease.terms().maxAttempts());
			values.add(lease.terms().ttr().toMillis());
			values.add(millis(lease.since()));
			values.add(lease.visibleSince().toEpochMilli());
			values.add(lease.progress().ordinal());
			values.add(lease.handled());
			values.add(lease.terms().isFailureHandling());
		}
		else {
			@Nullable Object[] lease = new Object[LEASE_COLUMNS];
			lease[1] = (job.stage() instanceof JobStage.Handling handling) ? handling.attempt() : null;
			values.addAll(Arrays.asList(lease));
		}
		return values;
	}

	// The values of the lease of a job that was waiting. If it begins when the job is
	// due, its TTR stands for its end
	static List<Object> lease(StagedJob job) {
		JobStage.Reserved lease = job.lease();
		long ttr = lease.terms().ttr().toMillis();
		boolean isAhead = Place.of(job) == Place.AHEAD;
		return List.of(Place.of(job), isAhead ? ttr : job.score().toEpochMilli(), lease.token(),
				lease.terms().attempt(), lease.terms().maxAttempts(), ttr, lease.progress().ordinal(), lease.handled(),
				lease.terms().isFailureHandling());
	}

	// MySQL assigns the columns in this order, and uses a new value from then on
	static String leaseColumns(List<Object> lease, Dialect dialect) {
		return "visible_since = CAST(time AS " + dialect.bigint() + "), place = ?, time = "
				+ (lease.get(0).equals(Place.AHEAD) ? "time + ?" : "?") + ", token = ?, lease_attempt = ?, "
				+ "lease_max_attempts = ?, lease_ttr = ?, progress = ?, failure_handler = ?, failure_handling = ?";
	}

	static List<@Nullable Object> failures(StagedJob job) {
		JobFailures failures = job.failures();
		if (failures == null) {
			return Arrays.asList(new Object[FAILURES.size()]);
		}
		Failure last = failures.recent().get(0);
		FailureReason reason = last.reason();
		return Arrays.asList(last.attempt(), last.time().toEpochMilli(), FailureText.storable(reason.error()),
				reason.host(), (reason.stackTrace() != null) ? FailureText.storable(reason.stackTrace()) : null,
				(reason.runTime() != null) ? reason.runTime().toMillis() : null,
				FailureText.of(failures.recent().subList(1, failures.recent().size())));
	}

	static @Nullable Long millis(@Nullable Instant time) {
		return (time != null) ? time.toEpochMilli() : null;
	}

}
