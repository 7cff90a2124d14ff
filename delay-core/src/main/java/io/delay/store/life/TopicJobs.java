// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import org.jspecify.annotations.Nullable;

import io.delay.store.history.FinishedRun;
import io.delay.store.throughput.JobCounts;

/**
 * The jobs of one topic within one transaction of a store.
 */
public interface TopicJobs {

	@Nullable StagedJob get(String id);

	/** Put a job into its stage. A job with the same id is replaced. */
	void put(StagedJob job);

	void remove(StagedJob job);

	void count(JobCounts counts, StoreTime time);

	/** Keep a finished run, if the topic keeps a history. */
	void keep(FinishedRun run);

	boolean isHistoryKept();

	/**
	 * Whether the topic is known to be paused, so that consumers need not be woken up.
	 */
	boolean isPaused();

}
