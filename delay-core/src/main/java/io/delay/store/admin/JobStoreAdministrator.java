// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobStore;
import io.delay.store.OutcomeUnknownException;

/**
 * Operations with which operators change the jobs of a store, in addition to the
 * operations of the engine in {@link JobStore}. Each call affects at most
 * {@value #MAX_JOBS} jobs, except {@link #purgeAtOnce}, and is one atomic step in each
 * partition of the topic. Callers repeat a call to change more jobs.
 * <p>
 * All methods throw {@link org.springframework.dao.DataAccessException} if the store is
 * unreachable or refuses the call, {@link OutcomeUnknownException} if the call may
 * nevertheless have been carried out, and {@link IllegalArgumentException} for more than
 * {@value #MAX_JOBS} jobs. Implementations must be thread-safe.
 *
 * @since 0.1.0
 */
public interface JobStoreAdministrator {

	/**
	 * The maximum number of jobs per call.
	 */
	int MAX_JOBS = 500;

	/**
	 * Move failed jobs back to the waiting jobs. Their attempts are counted from the
	 * start again, but their last three failures and their due time are kept, because a
	 * kick retries the same job. Jobs in other states are not changed.
	 * @param ids the ids, without duplicates
	 * @param dueTime when the jobs become visible
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 */
	List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime);

	/**
	 * Move failed jobs back to the waiting jobs, as {@link #kick(String, List, DueTime)}
	 * does, starting with those that were buried first.
	 * @param limit the maximum number of jobs
	 * @param dueTime when the jobs become visible
	 * @return the number of kicked jobs
	 */
	int kickOldest(String topic, int limit, DueTime dueTime);

	/**
	 * Move failed jobs back to the waiting jobs, as {@link #kick(String, List, DueTime)}
	 * does, except jobs that have moved or failed again since their failures were read.
	 * @param jobs the failures that were read, at most one of each job
	 * @param dueTimes when each job becomes visible, in the order of the jobs
	 * @return the number of kicked jobs
	 */
	int kickUnchanged(String topic, List<FailedJob> jobs, List<DueTime> dueTimes);

	/**
	 * Delete failed jobs, except jobs that have moved or failed again since their
	 * failures were read.
	 * @param jobs the failures that were read, at most one of each job
	 * @return the number of deleted jobs
	 */
	int cancelUnchanged(String topic, List<FailedJob> jobs);

	/**
	 * Bury waiting jobs. Their previous attempts are kept. Jobs in other states are not
	 * changed.
	 * @param ids the ids, without duplicates
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 */
	List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason);

	/**
	 * Delete jobs in any state. Leases on them become void.
	 * @param ids the ids, without duplicates
	 * @return the state of each job before the deletion, in the order of the ids; empty
	 * if there is no such job
	 * @see JobStore#cancel(String, String)
	 */
	List<Optional<JobState>> cancel(String topic, List<String> ids);

	/**
	 * Change the due time of waiting jobs. Their payloads and attempts are kept. Jobs in
	 * other states are not changed.
	 * @param ids the ids, without duplicates
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @see JobStore#reschedule(String, String, DueTime)
	 */
	List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime);

	/**
	 * Change the payload or the due time of a failed or waiting job, and make it wait,
	 * unless its state or its contents have changed since it was read. Its attempts are
	 * counted from the start again, but its last three failures are kept.
	 * @param edit the version that was read, and the changes
	 * @return whether the job was edited, and its state before the call
	 */
	EditResult edit(String topic, String id, JobEdit edit);

	/**
	 * Delete jobs of one state, in no particular order. Leases on them become void.
	 * @param limit the maximum number of jobs
	 * @return the number of deleted jobs
	 */
	int purge(String topic, JobState state, int limit);

	/**
	 * Delete all jobs of some states, however many they are, in those partitions of the
	 * topic in which the store can do this in one short step. In other partitions it
	 * deletes nothing. Callers then use {@link #purge(String, JobState, int)}. Leases on
	 * the deleted jobs become void. By default, this method deletes nothing.
	 * @return the number of deleted jobs
	 */
	default int purgeAtOnce(String topic, Set<JobState> states) {
		return 0;
	}

	/**
	 * Drop failed jobs that exceed a retention limit, starting with the jobs that were
	 * buried first, and count the dropped jobs.
	 * @param retention the limits
	 * @param limit the maximum number of jobs
	 * @return the number of dropped jobs; if it equals the limit, more jobs may exceed a
	 * retention limit
	 * @see TopicStatus#dropped()
	 */
	int dropFailed(String topic, FailedRetention retention, int limit);

	/**
	 * Store jobs of another store as they are: with their state, time, due time, payload,
	 * headers, settings and failures. A job whose id exists is left out, so the call can
	 * be repeated. Consumers are woken up as by a submit, but the jobs are not counted as
	 * submitted. Versions are ignored. The topic is created if it does not exist.
	 * @return the ids of the jobs that were stored; the ids of all others exist
	 */
	Set<String> insert(JobCopies jobs);

	/**
	 * Remove jobs because another store has taken them over, except jobs whose state or
	 * contents have changed since they were read. A removed job is neither cancelled nor
	 * done: it is not counted, and no finished run is stored.
	 * @param jobs the jobs with the versions that were read
	 * @return the ids of the jobs that were removed
	 * @see io.delay.store.StoredJob#version()
	 */
	Set<String> removeUnchanged(JobCopies jobs);

	/**
	 * Stop handing out jobs of a topic in all applications until the topic is resumed.
	 * Jobs can still be submitted, reserved jobs can still be settled, and jobs whose
	 * leases expire during the pause are delivered again after it.
	 * @param topic the topic; it need not exist
	 * @param operator who pauses the topic; stored with the pause
	 * @return {@code false} if the topic was already paused, in which case the operator
	 * of the first pause is kept
	 * @see TopicStatus#pause()
	 */
	boolean pause(String topic, Operator operator);

	/**
	 * End a pause and wake up the waiting consumers.
	 * @return whether the topic was paused before
	 */
	boolean resume(String topic);

	/**
	 * Forget a topic that has no job in any state and no consumer. It is no longer
	 * listed, and its other data, for instance its pause, are deleted. The next use of
	 * the topic creates it again. If a job is submitted at the same time, either the
	 * topic is kept or the submit creates it again.
	 * @return whether the topic was forgotten, and its status before the call
	 */
	ForgetResult forget(String topic);

}
