// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The result of a reserve.
 *
 * @param jobs the reserved jobs: first the jobs whose lease had expired, by time, then
 * the waiting jobs, by priority and time; empty if no job is ready
 * @param nextEvent the time until a job will be ready, counted from the reply of the
 * store: zero if more jobs may be ready now, {@code null} if the topic is paused or
 * contains no job that becomes ready merely because time passes
 * @param buried the jobs that this call has buried instead of returning them
 * @param isolatedLeft whether an isolated job was skipped because of the
 * {@link ReserveMode}
 * @since 0.1.0
 */
public record ReserveResult(List<ReservedJob> jobs, @Nullable Duration nextEvent, List<BuriedJob> buried,
		boolean isolatedLeft) {

	public ReserveResult {
		jobs = List.copyOf(jobs);
		buried = List.copyOf(buried);
	}

	/**
	 * Create the result of a call that skipped no isolated job.
	 * @param nextEvent the time until a job will be ready, or {@code null}
	 * @param buried the jobs that were buried
	 */
	public ReserveResult(List<ReservedJob> jobs, @Nullable Duration nextEvent, List<BuriedJob> buried) {
		this(jobs, nextEvent, buried, false);
	}

}
