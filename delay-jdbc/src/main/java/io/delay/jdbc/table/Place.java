// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.util.List;

import io.delay.job.JobPriority;
import io.delay.store.life.JobStage;
import io.delay.store.life.Progress;
import io.delay.store.life.StagedJob;

/**
 * The places in which jobs are listed: each is a range of the index of jobs.
 */
public final class Place {

	/** Reserved jobs, except those of {@link #AHEAD}. */
	public static final int RESERVED = 3;

	public static final int FAILED = 4;

	/**
	 * Jobs that were reserved before they were due and whose workers have not reported a
	 * start.
	 */
	public static final int AHEAD = 5;

	public static final int ISOLATED = 6;

	public static final int HANDLING = 7;

	/** The places of waiting jobs that every consumer takes. */
	public static final List<Integer> ORDINARY = List.of(0, 1, 2);

	/** The places of waiting jobs that only some consumers take. */
	public static final List<Integer> SPECIAL = List.of(ISOLATED, HANDLING);

	public static final List<Integer> WAITING = List.of(0, 1, 2, ISOLATED, HANDLING);

	public static final List<Integer> LEASED = List.of(RESERVED, AHEAD);

	private Place() {
	}

	public static int of(JobPriority priority) {
		return priority.ordinal();
	}

	public static int of(StagedJob job) {
		if (job.stage() instanceof JobStage.Waiting) {
			return of(job.record().priority());
		}
		if (job.stage() instanceof JobStage.Reserved lease) {
			return (lease.progress() == Progress.AHEAD) ? AHEAD : RESERVED;
		}
		if (job.stage() instanceof JobStage.Isolated) {
			return ISOLATED;
		}
		return (job.stage() instanceof JobStage.Handling) ? HANDLING : FAILED;
	}

}
