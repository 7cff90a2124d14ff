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

package io.delay.store.admin;

import java.util.List;
import java.util.Optional;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobStore;
import io.delay.store.OutcomeUnknownException;

/**
 * What a person may do to the jobs of a store, beside what the engine does by
 * {@link JobStore}. Each call is of bounded size, at most {@value #MAX_JOBS} jobs, and
 * one atomic step for each partition that the store has of the topic; callers repeat what
 * concerns more.
 * <p>
 * All methods throw {@link org.springframework.dao.DataAccessException} when the store
 * cannot be reached or refuses, {@link OutcomeUnknownException} when they may have been
 * carried out nevertheless, and {@link IllegalArgumentException} for more than
 * {@value #MAX_JOBS} jobs. Implementations are safe for use by several threads.
 *
 * @since 0.1.0
 */
public interface JobStoreAdministrator {

	/**
	 * The most jobs that one call concerns.
	 */
	int MAX_JOBS = 500;

	/**
	 * Put failed jobs back to waiting. Their attempts start again, their last error is
	 * kept, and so is their due time: a kick is one more try of the same job. Jobs in
	 * other states are left as they are.
	 * @param topic the topic
	 * @param ids the ids, each once
	 * @param dueTime when the jobs are visible
	 * @return per id, in the same order, the state in which the job was found, empty if
	 * there is none
	 */
	List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime);

	/**
	 * Put the failed jobs that were buried first back to waiting, as
	 * {@link #kick(String, List, DueTime)} does.
	 * @param topic the topic
	 * @param limit the most jobs
	 * @param dueTime when the jobs are visible
	 * @return how many jobs were put back
	 */
	int kickOldest(String topic, int limit, DueTime dueTime);

	/**
	 * Bury waiting jobs. Their attempts so far are kept. Jobs in other states are left as
	 * they are.
	 * @param topic the topic
	 * @param ids the ids, each once
	 * @param reason why
	 * @return per id, in the same order, the state in which the job was found, empty if
	 * there is none
	 */
	List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason);

	/**
	 * Delete jobs of one state, in no promised order. Leases on them become void.
	 * @param topic the topic
	 * @param state the state
	 * @param limit the most jobs
	 * @return how many jobs were deleted
	 */
	int purge(String topic, JobState state, int limit);

	/**
	 * Delete the failed jobs that were buried first and are too old or too many, and
	 * count them.
	 * @param topic the topic
	 * @param retention what is too old and too many
	 * @param limit the most jobs
	 * @return how many jobs were deleted; as many as the limit if there may be more
	 * @see TopicStatus#dropped()
	 */
	int dropFailed(String topic, FailedRetention retention, int limit);

	/**
	 * Hand out no more jobs of a topic, to nobody, until it is resumed. Submits still go
	 * in, jobs that are handled can be settled, and leases that run out meanwhile are
	 * delivered again after that.
	 * @param topic the topic; it need not exist
	 * @param operator who pauses it, which is kept with the pause
	 * @return whether that changes anything: {@code false} if it was paused already, and
	 * then it is still known who did that first
	 * @see TopicStatus#pause()
	 */
	boolean pause(String topic, Operator operator);

	/**
	 * End a pause, and wake up those who wait for jobs.
	 * @param topic the topic
	 * @return whether that changes anything: {@code false} if it was not paused
	 */
	boolean resume(String topic);

	/**
	 * Forget a topic that has no job in any state and no consumer: it is no longer
	 * listed, and what else was kept of it is deleted, such as its pause. The next use of
	 * the topic creates it again. If a job is submitted at the same time, either the
	 * topic stays or the submit creates it again.
	 * @param topic the topic
	 * @return whether the topic is forgotten, and how it stood
	 */
	ForgetResult forget(String topic);

}
