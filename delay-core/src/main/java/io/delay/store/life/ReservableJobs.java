// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Instant;
import java.util.Iterator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobPriority;

/**
 * The jobs of one topic, of which some can be reserved.
 */
public interface ReservableJobs extends TopicJobs {

	/**
	 * Return the jobs whose leases have expired, ordered by score and id. They may be
	 * changed during the iteration.
	 */
	Iterator<StagedJob> expired(StoreTime time);

	/** Return the isolated jobs that are ready, ordered by score and id. */
	List<StagedJob> isolated(int limit, StoreTime time);

	/**
	 * Return jobs that wait for a failure handler, ordered by score and id.
	 * @param limit the maximum number of jobs
	 * @param until the highest score of the jobs
	 */
	List<StagedJob> handling(int limit, Instant until);

	/** Return the waiting jobs that are ready, ordered by score and id. */
	List<StagedJob> ready(JobPriority priority, int limit, StoreTime time);

	/**
	 * Return the waiting jobs that will soon be ready, ordered by score and id.
	 * @param horizon the highest score of the jobs
	 * @param limit the maximum number of jobs
	 * @param time the time of the transaction
	 */
	List<StagedJob> upcoming(JobPriority priority, Instant horizon, int limit, StoreTime time);

	long payloadBytes(StagedJob job);

	/** Return the turn, which determines the order of the priorities. */
	int turn();

	void turn(int turn);

	Permits permits();

	/**
	 * Return the score of the next job that becomes ready through the passing of time
	 * alone, except isolated jobs and those that wait for a failure handler.
	 * @return the score, or {@code null} if there is no such job
	 */
	@Nullable Instant nextEvent();

	/**
	 * Return the lowest score of the isolated jobs that are not ready.
	 * @param time the time of the transaction
	 * @return the score, or {@code null} if there is no such job
	 */
	@Nullable Instant nextIsolated(StoreTime time);

	/**
	 * Return the lowest score of the jobs that wait for a failure handler.
	 * @return the score, or {@code null} if there is no such job
	 */
	@Nullable Instant nextHandling();

	/**
	 * Return when the topic was last resumed after a pause.
	 * @return the time, or {@code null} if it was never paused
	 */
	@Nullable Instant resumedAt();

}
