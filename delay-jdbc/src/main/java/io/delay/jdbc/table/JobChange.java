// SPDX-License-Identifier: Apache-2.0

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
	LEASE,

	/** The columns of the stage. */
	STAGE,

	/** The stage and the failures. */
	FAILURES,

	ALL;

	boolean areFailuresWritten() {
		return this == FAILURES || this == ALL;
	}

	boolean isRecordWritten() {
		return this == ALL;
	}

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
