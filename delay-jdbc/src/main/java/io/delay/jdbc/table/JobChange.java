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

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobFailures;
import io.delay.store.JobFailures.Failure;
import io.delay.store.life.JobStage;
import io.delay.store.life.StagedJob;

/**
 * Which columns of a job have changed.
 */
public enum JobChange {

	/** Only the lease, of a job that was waiting. */
	LEASE(false, false),

	/** The columns of the stage. */
	STAGE(false, false),

	/** The stage and the failures. */
	FAILURES(true, false),

	/** All columns. */
	ALL(true, true);

	private final boolean failuresWritten;

	private final boolean recordWritten;

	JobChange(boolean failuresWritten, boolean recordWritten) {
		this.failuresWritten = failuresWritten;
		this.recordWritten = recordWritten;
	}

	boolean areFailuresWritten() {
		return this.failuresWritten;
	}

	boolean isRecordWritten() {
		return this.recordWritten;
	}

	/**
	 * Compare a job with what was read.
	 * @param before the job as it was read
	 * @param after the job to write
	 * @return what has changed
	 */
	public static JobChange of(StagedJob before, StagedJob after) {
		if (before.record() != after.record()) {
			return ALL;
		}
		if (recent(before) != recent(after)) {
			return FAILURES;
		}
		return (before.stage() instanceof JobStage.Waiting && after.stage() instanceof JobStage.Reserved) ? LEASE
				: STAGE;
	}

	private static @Nullable List<Failure> recent(StagedJob job) {
		JobFailures failures = job.failures();
		return (failures != null) ? failures.recent() : null;
	}

}
