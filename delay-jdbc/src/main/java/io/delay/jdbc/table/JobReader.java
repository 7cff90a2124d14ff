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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.dialect.Dialect;
import io.delay.job.JobPriority;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobFailures.Failure;
import io.delay.store.JobRecord;
import io.delay.store.LeaseTerms;
import io.delay.store.Redelivery;
import io.delay.store.life.JobStage;
import io.delay.store.life.Progress;
import io.delay.store.life.Setbacks;
import io.delay.store.life.StagedJob;

/**
 * Reads the rows of jobs.
 */
final class JobReader {

	private static final byte[] NOT_READ = new byte[0];

	private final Dialect dialect;

	JobReader(Dialect dialect) {
		this.dialect = dialect;
	}

	/**
	 * Read a row.
	 * @param row the row
	 * @param topic the topic
	 * @param depth which columns were selected
	 * @return the job
	 */
	JobRow read(ResultSet row, String topic, JobDepth depth) throws SQLException {
		JobRecord record = record(row, depth);
		JobFailures failures = failures(row, depth);
		Setbacks setbacks = new Setbacks(failures, row.getInt("stalls"));
		String id = this.dialect.id(Objects.requireNonNull(row.getObject("id")));
		return new JobRow(new StagedJob(topic, id, record, stage(row, failures),
				Instant.ofEpochMilli(row.getLong("due")), setbacks), row.getInt("size"));
	}

	private static JobRecord record(ResultSet row, JobDepth depth) throws SQLException {
		Long ttr = number(row, "ttr");
		Long maxAttempts = number(row, "max_attempts");
		byte[] payload = depth.isPayloadRead() ? Objects.requireNonNull(row.getBytes("payload")) : NOT_READ;
		return new JobRecord(payload, HeaderText.read(row.getString("headers")),
				(ttr != null) ? Duration.ofMillis(ttr) : null, (maxAttempts != null) ? maxAttempts.intValue() : null,
				JobPriority.values()[row.getInt("priority")]);
	}

	private static JobStage stage(ResultSet row, @Nullable JobFailures failures) throws SQLException {
		Instant score = Score.of(row.getDouble("time"));
		int place = row.getInt("place");
		if (place == Place.FAILED) {
			return new JobStage.Failed(score);
		}
		if (place != Place.RESERVED && place != Place.AHEAD) {
			return new JobStage.Waiting(score);
		}
		LeaseTerms terms = new LeaseTerms(row.getInt("lease_attempt"), row.getInt("lease_max_attempts"),
				Duration.ofMillis(row.getLong("lease_ttr")), score, Redelivery.NONE,
				row.getBoolean("failure_handling") ? failures : null);
		Long since = number(row, "lease_since");
		return new JobStage.Reserved(Objects.requireNonNull(row.getString("token")), terms,
				Instant.ofEpochMilli(row.getLong("visible_since")), score, Progress.values()[row.getInt("progress")],
				row.getBoolean("failure_handler"), (since != null) ? Instant.ofEpochMilli(since) : null);
	}

	private static @Nullable JobFailures failures(ResultSet row, JobDepth depth) throws SQLException {
		Long time = number(row, "failed_at");
		if (time == null) {
			return null;
		}
		Long runTime = number(row, "run_time");
		FailureReason last = new FailureReason(Objects.requireNonNull(row.getString("error")),
				Objects.requireNonNull(row.getString("error_host")),
				depth.areDetailsRead() ? row.getString("stack_trace") : null,
				(runTime != null) ? Duration.ofMillis(runTime) : null);
		List<Failure> recent = new ArrayList<>();
		recent.add(new Failure(row.getInt("failed_attempt"), Instant.ofEpochMilli(time), last));
		if (depth.areDetailsRead()) {
			recent.addAll(FailureText.read(row.getString("earlier_failures")));
		}
		return new JobFailures(row.getInt("attempts"), recent);
	}

	static @Nullable Long number(ResultSet row, String column) throws SQLException {
		long number = row.getLong(column);
		return row.wasNull() ? null : number;
	}

}
