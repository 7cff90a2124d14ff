// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;

import io.delay.admin.bulk.BulkRequest;
import io.delay.admin.bulk.BulkResult;
import io.delay.admin.failures.FailureGroups;
import io.delay.job.JobState;

/**
 * Operations with which an operator changes all jobs of a state or of a cause of failure.
 * They are carried out in atomic steps of at most 100 jobs, see
 * {@link DelayAdminOperations}.
 *
 * @since 0.1.0
 */
public interface BulkOperations {

	/**
	 * Move all failed jobs of a topic back to the waiting jobs, due at once.
	 * @return the number of kicked jobs
	 * @throws PartlyDoneException if the store fails after the first step
	 * @see #kickAll(String, Duration)
	 */
	default long kickAll(String topic) {
		return kickAll(topic, Duration.ZERO);
	}

	/**
	 * Move all failed jobs of a topic back to the waiting jobs, in the order in which
	 * they were buried. The number of kicked jobs is limited to the number of failed jobs
	 * at the start of the call, so that jobs which fail again at once are not kicked
	 * endlessly.
	 * @param delay the time until the jobs are due
	 * @return the number of kicked jobs
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	default long kickAll(String topic, Duration delay) {
		return kickAll(topic, delay, BulkRequest.ALL).jobs();
	}

	/**
	 * Move failed jobs of a topic back to the waiting jobs, as
	 * {@link #kickAll(String, Duration)} does, in several calls, between which the caller
	 * can show the progress and stop:
	 *
	 * <pre class="code">
	 * BulkResult result = admin.bulk().kickAll(topic, delay, BulkRequest.first(1000));
	 * while (result.next() != null &amp;&amp; !stopped) {
	 *   result = admin.bulk().kickAll(topic, delay, new BulkRequest(result.next(), 1000));
	 * }</pre>
	 *
	 * All calls together kick as many jobs as there were at the first call.
	 * @param delay the time until the jobs are due, from each call on
	 * @param request where to continue, and how many jobs to kick
	 * @return the number of kicked jobs, and where to continue
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	BulkResult kickAll(String topic, Duration delay, BulkRequest request);

	/**
	 * Group the failed jobs of a topic by the cause of their failure: the class of the
	 * exception, and its message with numbers, ids and quoted parts masked. At most the
	 * 10,000 jobs that were buried last are examined, and only the beginnings of their
	 * last errors are read.
	 * @return the groups, the largest first; none if there are no failed jobs
	 */
	FailureGroups failureGroups(String topic);

	/**
	 * Move the failed jobs of one group back to the waiting jobs, as
	 * {@link JobOperations#kick(String, String)} does, in the order in which they were
	 * buried. Of the 10,000 jobs that were buried last, those with this cause are kicked;
	 * repeat the call for older ones. Jobs that have moved or failed again in the
	 * meantime, possibly with another cause, are left alone.
	 * @param cause the key of the cause,
	 * {@link io.delay.admin.failures.FailureGroup#cause()}
	 * @param spread the time over which the due times of the jobs are spread evenly,
	 * beginning now; zero to make all jobs due at once
	 * @return the number of kicked jobs; zero if there is no such cause
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	default long kickGroup(String topic, String cause, Duration spread) {
		return kickGroup(topic, cause, spread, BulkRequest.ALL).jobs();
	}

	/**
	 * Move failed jobs of one group back to the waiting jobs, as
	 * {@link #kickGroup(String, String, Duration)} does, in several calls as
	 * {@link #kickAll(String, Duration, BulkRequest)}. Jobs that fail after the first
	 * call are left alone. The due times are spread from the first call on; if the time
	 * of a job has passed when it is kicked, it is due at once.
	 * @param cause the key of the cause
	 * @param spread the time over which the due times of the jobs of all calls are spread
	 * evenly
	 * @param request where to continue, and how many jobs to process
	 * @return the number of kicked jobs, and where to continue; if there is no such
	 * cause, the total is zero
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	BulkResult kickGroup(String topic, String cause, Duration spread, BulkRequest request);

	/**
	 * Delete the failed jobs of one group. The jobs are selected as by
	 * {@link #kickGroup(String, String, Duration)}.
	 * @param cause the key of the cause
	 * @return the number of deleted jobs; zero if there is no such cause
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	default long cancelGroup(String topic, String cause) {
		return cancelGroup(topic, cause, BulkRequest.ALL).jobs();
	}

	/**
	 * Delete failed jobs of one group, as {@link #cancelGroup(String, String)} does, in
	 * several calls as {@link #kickAll(String, Duration, BulkRequest)}. Jobs that fail
	 * after the first call are left alone.
	 * @param cause the key of the cause
	 * @param request where to continue, and how many jobs to process
	 * @return the number of deleted jobs, and where to continue; if there is no such
	 * cause, the total is zero
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	BulkResult cancelGroup(String topic, String cause, BulkRequest request);

	/**
	 * Delete all jobs of a topic: in one step where the store can do that, otherwise one
	 * state after the other, as {@link #purge(String, JobState)} does. Jobs that are
	 * submitted or return to an earlier state during the call may remain. To be sure that
	 * no job remains, pause the topic and submit no jobs.
	 * @return the number of deleted jobs
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long purge(String topic);

	/**
	 * Delete all jobs of a topic that are in one state. Jobs that enter the state during
	 * the call may be deleted or remain. The call ends nevertheless, because the number
	 * of its steps is limited to that of the jobs at its start. Leases on deleted jobs
	 * become void.
	 * @return the number of deleted jobs
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	default long purge(String topic, JobState state) {
		return purge(topic, state, BulkRequest.ALL).jobs();
	}

	/**
	 * Delete jobs of a topic that are in one state, as {@link #purge(String, JobState)}
	 * does, in several calls as {@link #kickAll(String, Duration, BulkRequest)}.
	 * @param request where to continue, and how many jobs to delete
	 * @return the number of deleted jobs, and where to continue
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	BulkResult purge(String topic, JobState state, BulkRequest request);

}
