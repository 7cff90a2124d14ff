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

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.store.JobStore;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;

/**
 * What a person does with jobs: see how topics stand, look at jobs, kick, bury, cancel
 * and purge them, pause a topic and resume it, forget it.
 * <p>
 * All methods throw {@link IllegalArgumentException} if a topic, an id, a time or a
 * number is not valid, before anything is sent, and
 * {@link org.springframework.dao.DataAccessException} if the store cannot be reached: its
 * subclass {@link io.delay.store.OutcomeUnknownException} if a change may have been
 * carried out nevertheless.
 * <p>
 * What concerns many jobs is done in steps of at most
 * {@value JobStoreAdministrator#MAX_JOBS} jobs, each of them atomic, so that no store is
 * held up by it. If the first step fails, the exception passes through; if a later one
 * does, a {@link PartlyDoneException} tells how many jobs were dealt with. In both cases
 * the call can be repeated.
 * <p>
 * Whatever changes something is logged at INFO with who did what to how many jobs, and
 * published as a {@link io.delay.event.DelayAdminEvent}; what changes nothing is logged
 * at DEBUG.
 *
 * @since 0.1.0
 */
public interface DelayAdminOperations {

	/**
	 * The same admin for somebody whose name is known, as in
	 * {@code delayAdmin.actingAs("alice").pause("orders")}. Otherwise the name is that
	 * which {@link CurrentOperator} finds, or that of the application.
	 * @param operator the name, which is kept with pauses and stands in logs and events;
	 * see {@link io.delay.store.admin.Operator} for what becomes of unprintable
	 * characters
	 * @return an admin that does everything in that name
	 */
	DelayAdminOperations actingAs(String operator);

	/**
	 * The topics that were ever submitted to, listened to or paused, and were not
	 * forgotten since.
	 * @return the topics in alphabetical order
	 */
	Set<String> topics();

	/**
	 * Tell how a topic stands.
	 * @param topic the topic
	 * @return the number of jobs in each state and more; all zero for a topic that is not
	 * known
	 */
	TopicStatus status(String topic);

	/**
	 * Tell who handles a topic, in all applications. A consumer that was killed is seen
	 * for up to {@link JobStore#CONSUMER_EXPIRY}.
	 * @param topic the topic
	 * @return the consumers, by their id, at most
	 * {@value JobStoreInspector#MAX_CONSUMERS}; empty if there are none
	 */
	List<ActiveConsumer> consumers(String topic);

	/**
	 * List jobs of one state, oldest first: waiting jobs by due time, reserved ones by
	 * the end of their lease, failed ones by the time of burial.
	 * @param topic the topic
	 * @param state the state
	 * @param after {@code null} for the first page, then {@link JobPage#next()} of the
	 * last one
	 * @param limit the most jobs on the page, 1 to {@value JobPageRequest#MAX_LIMIT};
	 * large payloads make it shorter
	 * @return the jobs, with their last failures
	 */
	JobPage page(String topic, JobState state, @Nullable JobPosition after, int limit);

	/**
	 * Find a job in whatever state.
	 * @param topic the topic
	 * @param id the id
	 * @return the job, empty if there is none
	 */
	Optional<StoredJob> find(String topic, String id);

	/**
	 * Count the waiting jobs that become due in a time, or became due in it and still
	 * wait.
	 * @param topic the topic
	 * @param from where the first interval begins; fractions of a millisecond are dropped
	 * @param to the time is divided into intervals until this is reached, so the last one
	 * may end later; fractions of a millisecond are dropped
	 * @param interval how long each interval is, a millisecond or longer
	 * @return the intervals, one after the other
	 * @throws IllegalArgumentException if there would be more than
	 * {@value io.delay.store.admin.ForecastRequest#MAX_INTERVALS} intervals; it names an
	 * interval that would do
	 */
	List<ForecastInterval> forecast(String topic, Instant from, Instant to, Duration interval);

	/**
	 * Put a failed job back to waiting, to run as soon as a worker is free. Its attempts
	 * start again, its last error is kept. A job in another state is left as it is.
	 * @param topic the topic
	 * @param id the id
	 * @return the state in which the job was found, empty if there is none
	 */
	Optional<JobState> kick(String topic, String id);

	/**
	 * Put a failed job back to waiting. Its attempts start again, its last error is kept.
	 * A job in another state is left as it is.
	 * @param topic the topic
	 * @param id the id
	 * @param delay when the job may run, from now
	 * @return the state in which the job was found, empty if there is none
	 */
	Optional<JobState> kick(String topic, String id, Duration delay);

	/**
	 * Put failed jobs back to waiting, as {@link #kick(String, String)} does.
	 * @param topic the topic
	 * @param ids the ids, each once
	 * @return per id, in the same order, the state in which the job was found, empty if
	 * there is none
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> kick(String topic, List<String> ids);

	/**
	 * Put failed jobs back to waiting, as {@link #kick(String, String, Duration)} does.
	 * @param topic the topic
	 * @param ids the ids, each once
	 * @param delay when the jobs may run, from now
	 * @return per id, in the same order, the state in which the job was found, empty if
	 * there is none
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> kick(String topic, List<String> ids, Duration delay);

	/**
	 * Put all failed jobs of a topic back to waiting, to run as soon as workers are free.
	 * @param topic the topic
	 * @return how many jobs were put back
	 * @throws PartlyDoneException if the store fails after the first step
	 * @see #kickAll(String, Duration)
	 */
	long kickAll(String topic);

	/**
	 * Put all failed jobs of a topic back to waiting, those that were buried first in
	 * front: at most as many as had failed when it began, so that jobs that fail again at
	 * once are not kicked in a circle.
	 * @param topic the topic
	 * @param delay when the jobs may run, from now
	 * @return how many jobs were put back
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long kickAll(String topic, Duration delay);

	/**
	 * Bury a waiting job. A job in another state is left as it is.
	 * @param topic the topic
	 * @param id the id
	 * @param reason why, in words; cut to 2 KB
	 * @return the state in which the job was found, empty if there is none
	 */
	Optional<JobState> bury(String topic, String id, String reason);

	/**
	 * Bury waiting jobs. Jobs in other states are left as they are.
	 * @param topic the topic
	 * @param ids the ids, each once
	 * @param reason why, in words; cut to 2 KB
	 * @return per id, in the same order, the state in which the job was found, empty if
	 * there is none
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	List<Optional<JobState>> bury(String topic, List<String> ids, String reason);

	/**
	 * Delete a job in any state. If it is being handled, its lease becomes void.
	 * @param topic the topic
	 * @param id the id
	 * @return the state in which the job was found, empty if there is none
	 */
	Optional<JobState> cancel(String topic, String id);

	/**
	 * Delete all jobs of a topic, state by state as {@link #purge(String, JobState)}
	 * does. Jobs that are submitted meanwhile may stay, and those that go back to an
	 * earlier state. To be sure that none is left, pause the topic and submit nothing.
	 * @param topic the topic
	 * @return how many jobs were deleted
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long purge(String topic);

	/**
	 * Delete all jobs of a topic that are in one state: at most as many as there were
	 * when it began, so jobs that come in meanwhile may stay. Leases on them become void.
	 * @param topic the topic
	 * @param state the state
	 * @return how many jobs were deleted
	 * @throws PartlyDoneException if the store fails after the first step
	 */
	long purge(String topic, JobState state);

	/**
	 * Hand out no more jobs of a topic, in no application, until it is resumed. Submits
	 * still go in, jobs that are being handled can be settled, and leases that run out
	 * are delivered again after the pause. {@link TopicStatus#pause()} shows since when
	 * and by whom the topic is paused.
	 * @param topic the topic; it need not exist
	 * @return whether that changes anything: {@code false} if it was paused already
	 */
	boolean pause(String topic);

	/**
	 * End a pause. Listeners that wait for jobs go on at once.
	 * @param topic the topic
	 * @return whether that changes anything: {@code false} if it was not paused
	 */
	boolean resume(String topic);

	/**
	 * Forget a topic that has no job in any state and no consumer in any application: it
	 * is no longer listed and has no metrics. The next use of the topic creates it again,
	 * with another number of partitions if wanted. Consumers that were killed count for
	 * up to {@link JobStore#CONSUMER_EXPIRY}; those that pull jobs are not seen.
	 * @param topic the topic
	 * @return whether the topic is forgotten, and how it stood: its jobs by state and its
	 * consumers
	 */
	ForgetResult forget(String topic);

	/**
	 * Take one step of an audit, which checks that every job of a topic is in one state
	 * and that nothing is left over from jobs that are gone. Changes nothing.
	 * @param topic the topic
	 * @param step {@code null} for the first step, then {@link AuditPage#next()} of the
	 * last one
	 * @return what was found
	 */
	AuditPage audit(String topic, @Nullable String step);

	/**
	 * Take all steps of an audit, one after the other. The time it takes grows with the
	 * number of jobs.
	 * @param topic the topic
	 * @param maxFindings how many findings to keep, zero or more; the others are counted
	 * @return what was found
	 */
	AuditReport auditAll(String topic, int maxFindings);

}
