// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.store.StoredJob;

/**
 * Everything that is known about an id: its present job, and its finished runs. They are
 * read one after the other, so a job that ends in the meantime may appear both as a job
 * and as a run.
 *
 * @param job the job, {@code null} if there is none
 * @param runs the newest finished runs, newest first; empty if none are kept
 * @param searchedBackTo {@link RunPage#searchedBackTo()} of these runs
 * @since 0.1.0
 */
public record JobLife(@Nullable StoredJob job, List<FinishedRun> runs, @Nullable Instant searchedBackTo) {

	/**
	 * The maximum number of runs.
	 */
	public static final int MAX_RUNS = 50;

	public JobLife {
		Assert.notNull(runs, "'runs' must not be null");
		runs = List.copyOf(runs);
	}

}
