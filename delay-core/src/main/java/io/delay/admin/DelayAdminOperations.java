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

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.delay.admin.bulk.BulkRequest;
import io.delay.admin.bulk.BulkResult;
import io.delay.admin.failures.FailureGroups;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.JobStore;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;
import io.delay.store.throughput.TopicThroughput;

/**
 * Operations with which an operator views and changes jobs and topics: kick, bury,
 * reschedule, edit, cancel and purge jobs; pause, resume and forget topics.
 * <p>
 * All methods throw {@link IllegalArgumentException} if a topic, an id, a time or a
 * number is invalid, before they access the store, and
 * {@link org.springframework.dao.DataAccessException} if the store is unreachable. If a
 * change may nevertheless have been carried out, the exception is an
 * {@link io.delay.store.OutcomeUnknownException}.
 * <p>
 * An operation on many jobs is carried out in atomic steps of at most 100 jobs, so that
 * it does not block the store. If the first step fails, its exception is thrown; if a
 * later step fails, a {@link PartlyDoneException} with the number of processed jobs is
 * thrown. In both cases the call can be repeated.
 * <p>
 * Each change is logged at INFO with the operator, the action and the number of jobs, and
 * published as a {@link io.delay.event.DelayAdminEvent}. A call that changes nothing is
 * logged at DEBUG.
 *
 * @since 0.1.0
 */
public interface DelayAdminOperations {

	/**
	 * Return an admin that acts for a named operator, as in
	 * {@code delayAdmin.actingAs("alice").pause("orders")}. Without this call,
	 * {@link CurrentOperator} determines the operator; if it returns no name, the
	 * application is recorded.
	 * @param operator the name, which is stored with pauses and included in logs and
	 * events; see {@link io.delay.store.admin.Operator} for the handling of unprintable
	 * characters
	 * @return an admin that acts for that operator
	 */
	DelayAdminOperations actingAs(String operator);

	/**
	 * Return the topics to which jobs have been submitted, or which have been listened to
	 * or paused, except topics that have been forgotten since then.
	 * @return the topics in alphabetical order
	 */
	Set<String> topics();

	/**
	 * Return the status of a topic.
	 * @param topic the topic
	 * @return the status, including the number of jobs in each state; all zero for an
	 * unknown topic
	 */
	TopicStatus status(String topic);

	/**
	 * Return the status of a topic without the sizes of its partitions. It takes less
	 * time in the store, which matters for many topics.
	 * @param topic the topic
	 * @return the status; its sizes may be empty
	 */
	default TopicStatus statusWithoutSizes(String topic) {
		return status(topic);
	}

	/**
	 * Return the consumers of a topic in all applications. A consumer that was killed
	 * remains listed for up to {@link JobStore#CONSUMER_EXPIRY}.
	 * @param topic the topic
	 * @return the consumers, ordered by id, at most
	 * {@value JobStoreInspector#MAX_CONSUMERS}; empty if there are none
	 */
	List<ActiveConsumer> consumers(String topic);

	/**
	 * List jobs of one state, oldest first: waiting jobs by due time, reserved jobs by
	 * the end of their lease, failed jobs by the time of burial.
	 * @param topic the topic
	 * @param state the state
	 * @param after {@code null} for the first page, otherwise {@link JobPage#next()} of
	 * the previous page
	 * @param limit the maximum number of jobs on the page, 1 to
	 * {@value JobPageRequest#MAX_LIMIT}; large payloads make the page shorter
	 * @return the jobs with their last failures
	 */
	JobPage page(String topic, JobState state, @Nullable JobPosition after, int limit);

	/**
	 * List jobs of one state, oldest or newest first: waiting jobs by due time, reserved
	 * jobs by the end of their lease, failed jobs by the time of burial.
	 * @param topic the topic
	 * @param state the state
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
	 * @param topic the topic
	 * @param id the id
	 * @return the job, empty if there is none
	 */
	Optional<StoredJob> find(String topic, String id);

	/**
	 * List the finished runs of a topic, newest first. A run is kept of each job that is
	 * done or was cancelled if the application that ended the job keeps a history of the
	 * topic (see the settings {@code delay.history}).
	 * @param topic the topic
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
	 * @param topic the topic
	 * @param id the id
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
	 * @param topic the topic
	 * @param id the id
	 * @return the job and at most {@value JobLife#MAX_RUNS} runs, fewer if they have
	 * large payloads; the job is {@code null} if only runs exist; empty if there is
	 * neither a job nor a run
	 */
	Optional<JobLife> life(String topic, String id);

	/**
	 * Count the waiting jobs that become due in each of several consecutive intervals,
	 * which may be in the past.
	 * @param topic the topic
	 * @param from the start of the first interval; fractions of a millisecond are dropped
	 * @param to the end of the forecast; the last interval may end later; fractions of a
	 * millisecond are dropped
	 * @param interval the length of an interval, a millisecond or longer
	 * @return the intervals in chronological order
	 * @throws IllegalArgumentException if there would be more than
	 * {@value io.delay.store.admin.ForecastRequest#MAX_INTERVALS} intervals; the message
	 * suggests a longer interval
	 */
	List<ForecastInterval> forecast(String topic, Instant from, Instant to, Duration interval);

	/**
	 * Return how many jobs of a topic were submitted, delivered, done and cancelled, how
	 * many attempts failed and how many jobs were buried, by minute for the last hour and
	 * by quarter of an hour for the last day. The counters include all applications.
	 * @param topic the topic
	 * @return the counters, all zero for an unknown topic
	 */
	TopicThroughput throughput(String topic);

	/**
	 * Move a failed job back to the waiting jobs, due at once. Its attempts are counted
	 * from the start again, but its last three failures are kept. A job in another state
	 * is not changed.
	 * @param topic the topic
	 * @param id the id
	 * @return the state of the job before the call, empty if there is no such job
	 */
	Optional<JobState> kick(String topic, String id);

	/**
	 * Move a failed job back to the waiting jobs. Its attempts are counted from the start
	 * again, but its last three failures are kept. A job in another state is not changed.
	 * @param topic the topic
	 * @param id the id
	 * @param delay the time until the job is due
	 * @return the state of the job before the call, empty if there is no such job
	 */
	Optional<JobState> kick(String topic, String id, Duration delay);

	/**
	 * Move failed jobs back to the waiting jobs, as {@link #kick(String, String)} does.
	 * @param topic the topic
	 * @param ids the ids, without duplicates
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> kick(String topic, List<String> ids);

	/**
	 * Move failed jobs back to the waiting jobs, as
	 * {@link #kick(String, String, Duration)} does.
	 * @param topic the topic
	 * @param ids the ids, without duplicates
	 * @param delay the time until the jobs are due
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> kick(String topic, List<String> ids, Duration delay);

	/**
	 * Move all failed jobs of a topic back to the waiting jobs, due at once.
	 * @param topic the topic
	 * @return the number of kicked jobs
	 * @throws PartlyDoneException if the store fails after the first step
	 * @see #kickAll(String, Duration)
	 */
	long kickAll(String topic);

	/**
	 * Move all failed jobs of a topic back to the waiting jobs, in the order in which
	 * they were buried. The number of kicked jobs is limited to the number of failed jobs
	 * at the start of the call, so that jobs which fail again at once are not kicked
	 * endlessly.
	 * @param topic the topic
	 * @param delay the time until the jobs are due
	 * @return the number of kicked jobs
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long kickAll(String topic, Duration delay);

	/**
	 * Move failed jobs of a topic back to the waiting jobs, as
	 * {@link #kickAll(String, Duration)} does, in several calls, between which the caller
	 * can show the progress and stop:
	 *
	 * <pre class="code">
	 * BulkResult result = admin.kickAll(topic, delay, BulkRequest.first(1000));
	 * while (result.next() != null &amp;&amp; !stopped) {
	 *   result = admin.kickAll(topic, delay, new BulkRequest(result.next(), 1000));
	 * }</pre>
	 *
	 * All calls together kick as many jobs as there were at the first call.
	 * @param topic the topic
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
	 * @param topic the topic
	 * @return the groups, the largest first; none if there are no failed jobs
	 */
	FailureGroups failureGroups(String topic);

	/**
	 * Move the failed jobs of one group back to the waiting jobs, as
	 * {@link #kick(String, List)} does, in the order in which they were buried. Of the
	 * 10,000 jobs that were buried last, those with this cause are kicked; repeat the
	 * call for older ones. Jobs that have moved or failed again in the meantime, possibly
	 * with another cause, are left alone.
	 * @param topic the topic
	 * @param cause the key of the cause,
	 * {@link io.delay.admin.failures.FailureGroup#cause()}
	 * @param spread the time over which the due times of the jobs are spread evenly,
	 * beginning now; zero to make all jobs due at once
	 * @param progress receives the number of jobs that were kicked so far, after each
	 * step; it may throw an exception to stop the operation
	 * @return the number of kicked jobs; zero if there is no such cause
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long kickGroup(String topic, String cause, Duration spread, LongConsumer progress);

	/**
	 * Move the failed jobs of one group back to the waiting jobs, as
	 * {@link #kickGroup(String, String, Duration, LongConsumer)} does.
	 * @param topic the topic
	 * @param cause the key of the cause
	 * @param spread the time over which the due times of the jobs are spread evenly
	 * @return the number of kicked jobs; zero if there is no such cause
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	default long kickGroup(String topic, String cause, Duration spread) {
		return kickGroup(topic, cause, spread, (jobs) -> {
		});
	}

	/**
	 * Move failed jobs of one group back to the waiting jobs, as
	 * {@link #kickGroup(String, String, Duration, LongConsumer)} does, in several calls
	 * as {@link #kickAll(String, Duration, BulkRequest)}. Jobs that fail after the first
	 * call are left alone. The due times are spread from the first call on; if the time
	 * of a job has passed when it is kicked, it is due at once.
	 * @param topic the topic
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
	 * {@link #kickGroup(String, String, Duration, LongConsumer)}.
	 * @param topic the topic
	 * @param cause the key of the cause
	 * @param progress receives the number of jobs that were deleted so far, after each
	 * step; it may throw an exception to stop the operation
	 * @return the number of deleted jobs; zero if there is no such cause
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long cancelGroup(String topic, String cause, LongConsumer progress);

	/**
	 * Delete the failed jobs of one group, as
	 * {@link #cancelGroup(String, String, LongConsumer)} does.
	 * @param topic the topic
	 * @param cause the key of the cause
	 * @return the number of deleted jobs; zero if there is no such cause
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	default long cancelGroup(String topic, String cause) {
		return cancelGroup(topic, cause, (jobs) -> {
		});
	}

	/**
	 * Delete failed jobs of one group, as
	 * {@link #cancelGroup(String, String, LongConsumer)} does, in several calls as
	 * {@link #kickAll(String, Duration, BulkRequest)}. Jobs that fail after the first
	 * call are left alone.
	 * @param topic the topic
	 * @param cause the key of the cause
	 * @param request where to continue, and how many jobs to process
	 * @return the number of deleted jobs, and where to continue; if there is no such
	 * cause, the total is zero
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	BulkResult cancelGroup(String topic, String cause, BulkRequest request);

	/**
	 * Bury a waiting job. A job in another state is not changed.
	 * @param topic the topic
	 * @param id the id
	 * @param reason a human-readable reason, truncated to 2 KB
	 * @return the state of the job before the call, empty if there is no such job
	 */
	Optional<JobState> bury(String topic, String id, String reason);

	/**
	 * Bury waiting jobs. Jobs in other states are not changed.
	 * @param topic the topic
	 * @param ids the ids, without duplicates
	 * @param reason a human-readable reason, truncated to 2 KB
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> bury(String topic, List<String> ids, String reason);

	/**
	 * Delete a job in any state. If it is being handled, its lease becomes void.
	 * @param topic the topic
	 * @param id the id
	 * @return the state before the deletion, empty if there is no such job
	 */
	Optional<JobState> cancel(String topic, String id);

	/**
	 * Delete jobs in any state, as {@link #cancel(String, String)} does.
	 * @param topic the topic
	 * @param ids the ids, without duplicates
	 * @return the state of each job before the deletion, in the order of the ids; empty
	 * if there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> cancel(String topic, List<String> ids);

	/**
	 * Change the due time of waiting jobs. Their payloads and attempts are kept. Jobs in
	 * other states are not changed.
	 * @param topic the topic
	 * @param ids the ids, without duplicates
	 * @param delay the time until the jobs are due
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> reschedule(String topic, List<String> ids, Duration delay);

	/**
	 * Change the due time of waiting jobs, as {@link #reschedule(String, List, Duration)}
	 * does.
	 * @param topic the topic
	 * @param ids the ids, without duplicates
	 * @param dueTime when the jobs are due; a time in the past counts as now
	 * @return the state of each job before the call, in the order of the ids; empty if
	 * there is no such job
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> reschedule(String topic, List<String> ids, Instant dueTime);

	/**
	 * Submit a job on behalf of the operator. The submit itself is that of
	 * {@code DelayOperations}, for instance; this method reports it like the other
	 * changes. An existing job that is kept is no change.
	 * @param topic the topic
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
	 * @param topic the topic
	 * @param id the id
	 * @param edit the version of the job that was read, and the changes
	 * @return whether the job was edited, and its state before the call
	 * @throws io.delay.job.PayloadTooLargeException if the payload exceeds the maximum
	 * size
	 */
	EditResult edit(String topic, String id, JobEdit edit);

	/**
	 * Delete all jobs of a topic: in one step where the store can do that, otherwise one
	 * state after the other, as {@link #purge(String, JobState)} does. Jobs that are
	 * submitted or return to an earlier state during the call may remain. To be sure that
	 * no job remains, pause the topic and submit no jobs.
	 * @param topic the topic
	 * @return the number of deleted jobs
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long purge(String topic);

	/**
	 * Delete all jobs of a topic that are in one state. Jobs that enter the state during
	 * the call may be deleted or remain. The call ends nevertheless, because the number
	 * of its steps is limited to that of the jobs at its start. Leases on deleted jobs
	 * become void.
	 * @param topic the topic
	 * @param state the state
	 * @return the number of deleted jobs
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long purge(String topic, JobState state);

	/**
	 * Delete jobs of a topic that are in one state, as {@link #purge(String, JobState)}
	 * does, in several calls as {@link #kickAll(String, Duration, BulkRequest)}.
	 * @param topic the topic
	 * @param state the state
	 * @param request where to continue, and how many jobs to delete
	 * @return the number of deleted jobs, and where to continue
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	BulkResult purge(String topic, JobState state, BulkRequest request);

	/**
	 * Stop handing out jobs of a topic in all applications until the topic is resumed.
	 * Jobs can still be submitted, and reserved jobs can still be settled. Jobs whose
	 * leases expire during the pause are delivered again after it.
	 * {@link TopicStatus#pause()} contains the operator and the time of the pause.
	 * @param topic the topic; it need not exist
	 * @return {@code false} if the topic was already paused
	 */
	boolean pause(String topic);

	/**
	 * End a pause. Listeners that are waiting for jobs reserve again at once.
	 * @param topic the topic
	 * @return whether the topic was paused before
	 */
	boolean resume(String topic);

	/**
	 * Forget a topic that has no job in any state and no consumer in any application. It
	 * is no longer listed and has no metrics. The next use of the topic creates it again,
	 * possibly with a different number of partitions. Consumers that were killed count
	 * for up to {@link JobStore#CONSUMER_EXPIRY}; applications that reserve jobs without
	 * a listener do not count as consumers.
	 * @param topic the topic
	 * @return whether the topic was forgotten, and its status before the call, which
	 * includes the number of jobs in each state and the number of consumers
	 */
	ForgetResult forget(String topic);

	/**
	 * Carry out one step of an audit, which checks that every job of a topic is in
	 * exactly one state and that no data are left over from deleted jobs. An audit
	 * changes nothing.
	 * @param topic the topic
	 * @param step {@code null} for the first step, otherwise {@link AuditPage#next()} of
	 * the previous step
	 * @return the findings
	 */
	AuditPage audit(String topic, @Nullable String step);

	/**
	 * Carry out all steps of an audit. The duration grows with the number of jobs.
	 * @param topic the topic
	 * @param maxFindings the maximum number of findings to return, zero or more; further
	 * findings are only counted
	 * @return the report
	 */
	AuditReport auditAll(String topic, int maxFindings);

}
