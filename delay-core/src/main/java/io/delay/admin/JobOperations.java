// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

/**
 * Operations with which an operator views and changes jobs that have given ids.
 * Exceptions are described in {@link DelayAdminOperations}.
 *
 * @since 0.1.0
 */
public interface JobOperations {

	/**
	 * List jobs of one state, oldest first: waiting jobs by due time, reserved jobs by
	 * the end of their lease, failed jobs by the time of burial.
	 * @param after {@code null} for the first page, otherwise {@link JobPage#next()} of
	 * the previous page
	 * @param limit the maximum number of jobs on the page, 1 to
	 * {@value JobPageRequest#MAX_LIMIT}; large payloads make the page shorter
	 * @return the jobs with their last failures
	 */
	default JobPage page(String topic, JobState state, @Nullable JobPosition after, int limit) {
		return page(topic, state, PageOrder.OLDEST_FIRST, after, limit);
	}

	/**
	 * List jobs of one state, oldest or newest first: waiting jobs by due time, reserved
	 * jobs by the end of their lease, failed jobs by the time of burial.
	 * @param order the order of the jobs
	 * @param after {@code null} for the first page, otherwise {@link JobPage#next()} of
	 * the previous page in the same order
	 * @param limit the maximum number of jobs on the page, 1 to
	 * {@value JobPageRequest#MAX_LIMIT}; large payloads make the page shorter
	 * @return the jobs with their last failures
	 */
	JobPage page(String topic, JobState state, PageOrder order, @Nullable JobPosition after, int limit);

	/**
	 * Find a job in any state.
	 * @return the job, empty if there is none
	 */
	Optional<StoredJob> find(String topic, String id);

	/**
	 * List the finished runs of a topic, newest first. A run is kept of each job that is
	 * done or was cancelled if the application that ended the job keeps a history of the
	 * topic (see the settings {@code delay.history}).
	 * @param after {@code null} for the first page, otherwise {@link RunPage#next()} of
	 * the previous page
	 * @param limit the maximum number of runs on the page, 1 to
	 * {@value RunPageRequest#MAX_LIMIT}; large payloads make the page shorter
	 * @return the runs, empty if there are none
	 */
	RunPage history(String topic, @Nullable RunPosition after, int limit);

	/**
	 * List the finished runs of one id, newest first. In Redis they are searched among
	 * the newest {@value RunPageRequest#MAX_EXAMINED} runs of a partition, see
	 * {@link RunPage#searchedBackTo()}.
	 * @param after {@code null} for the first page, otherwise {@link RunPage#next()} of
	 * the previous page
	 * @param limit the maximum number of runs on the page, 1 to
	 * {@value RunPageRequest#MAX_LIMIT}; large payloads make the page shorter
	 * @return the runs, empty if there are none
	 */
	RunPage history(String topic, String id, @Nullable RunPosition after, int limit);

	/**
	 * Return everything that is known about an id: its present job in any state, and its
	 * newest finished runs. The job is read first and the runs in a second step, so a job
	 * that ends in the meantime may appear both as a job and as a run.
	 * @return the job and at most {@value JobLife#MAX_RUNS} runs, fewer if they have
	 * large payloads; the job is {@code null} if only runs exist; empty if there is
	 * neither a job nor a run
	 */
	Optional<JobLife> life(String topic, String id);

	/**
	 * Move a failed job back to the waiting jobs, due at once. Its attempts are counted
	 * from the start again, but its last three failures are kept. A job in another state
	 * is not changed.
	 * @return the state of the job before the call, empty if there is no such job
	 */
	default Optional<JobState> kick(String topic, String id) {
		return kick(topic, id, Duration.ZERO);
	}

	/**
	 * Move a failed job back to the waiting jobs. Its attempts are counted from the start
	 * again, but its last three failures are kept. A job in another state is not changed.
	 * @param delay the time until the job is due
	 * @return the state of the job before the call, empty if there is no such job
	 */
	default Optional<JobState> kick(String topic, String id, Duration delay) {
		return kick(topic, List.of(JobRules.checkStoredId(id)), delay).get(0);
	}

	/**
	 * Move failed jobs back to the waiting jobs, as {@link #kick(String, String)} does.
	 * @param ids the ids, without duplicates
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	default List<Optional<JobState>> kick(String topic, List<String> ids) {
		return kick(topic, ids, Duration.ZERO);
	}

	/**
	 * Move failed jobs back to the waiting jobs, as
	 * {@link #kick(String, String, Duration)} does.
	 * @param ids the ids, without duplicates
	 * @param delay the time until the jobs are due
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> kick(String topic, List<String> ids, Duration delay);

	/**
	 * Bury a waiting job. A job in another state is not changed.
	 * @param reason a human-readable reason, truncated to 2 KB
	 * @return the state of the job before the call, empty if there is no such job
	 */
	default Optional<JobState> bury(String topic, String id, String reason) {
		return bury(topic, List.of(JobRules.checkStoredId(id)), reason).get(0);
	}

	/**
	 * Bury waiting jobs. Jobs in other states are not changed.
	 * @param ids the ids, without duplicates
	 * @param reason a human-readable reason, truncated to 2 KB
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> bury(String topic, List<String> ids, String reason);

	/**
	 * Delete a job in any state. If it is being handled, its lease becomes void.
	 * @return the state before the deletion, empty if there is no such job
	 */
	Optional<JobState> cancel(String topic, String id);

	/**
	 * Delete jobs in any state, as {@link #cancel(String, String)} does.
	 * @param ids the ids, without duplicates
	 * @return the state of each job before the deletion, in the order of the ids; empty
	 * if there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> cancel(String topic, List<String> ids);

	/**
	 * Change the due time of waiting jobs. Their payloads and attempts are kept. Jobs in
	 * other states are not changed.
	 * @param ids the ids, without duplicates
	 * @param dueTime when the jobs are due; a time in the past counts as now
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime);

	/**
	 * Submit a job on behalf of the operator. The submit itself is that of
	 * {@code DelayOperations}, for instance; this method reports it like the other
	 * changes. An existing job that is kept is no change.
	 * @param submit submits a job to the topic; it is called once, on the calling thread
	 * @return the result of the submit
	 */
	SubmitResult submit(String topic, Supplier<SubmitResult> submit);

	/**
	 * Change the payload or the due time of a failed or waiting job, and make it wait,
	 * unless its state or its contents have changed since it was read. In this way, two
	 * operators cannot overwrite each other's changes, and a job that a worker has
	 * received meanwhile is left alone. Its attempts are counted from the start again, in
	 * every state, because a person has taken care of it; its last three failures are
	 * kept. A failed job without a new due time becomes ready at once, as by a kick.
	 * @param edit the version of the job that was read, and the changes
	 * @return whether the job was edited, and its state before the call
	 * @throws io.delay.job.PayloadTooLargeException if the payload exceeds the maximum
	 * size
	 */
	EditResult edit(String topic, String id, JobEdit edit);

}
