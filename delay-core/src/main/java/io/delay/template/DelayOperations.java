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

package io.delay.template;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.delay.converter.PayloadConversionException;
import io.delay.job.Job;
import io.delay.job.JobExistsException;
import io.delay.job.JobState;
import io.delay.job.PayloadTooLargeException;
import io.delay.job.SubmitResult;
import io.delay.store.Lease;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.ReserveRequest;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.store.SubmitOutcomeUnknownException;

/**
 * What an application does with jobs: submit, cancel, reschedule and find them, and, for
 * consumers that pull, reserve and settle them.
 * <p>
 * All methods throw {@link IllegalArgumentException} if a topic, an id or a time is not
 * valid, before anything is sent, and {@link org.springframework.dao.DataAccessException}
 * if the store cannot be reached.
 *
 * @since 0.1.0
 */
public interface DelayOperations {

	/**
	 * Submit a job under a generated id.
	 * @param topic the topic
	 * @param payload a {@code String} or {@code byte[]}, stored as it is, or an object
	 * that is written as JSON
	 * @param delay when the job may first run, from now
	 * @return the id of the job and its due time
	 * @throws PayloadTooLargeException if the payload is too large
	 * @throws PayloadConversionException if the payload cannot be written
	 * @throws SubmitOutcomeUnknownException if the job may have been stored or not
	 */
	SubmitResult submit(String topic, Object payload, Duration delay);

	/**
	 * Submit a job.
	 * @param job the job
	 * @return what became of it
	 * @throws JobExistsException if its id is taken and its policy is to reject that
	 * @throws PayloadTooLargeException if the payload is too large
	 * @throws PayloadConversionException if the payload cannot be written
	 * @throws SubmitOutcomeUnknownException if the job may have been stored or not
	 */
	SubmitResult submit(Job job);

	/**
	 * Submit many jobs in as few round trips as possible. All of them are checked and
	 * converted before the first is sent; beyond that the call is not atomic.
	 * @param jobs the jobs, of any topics
	 * @return one result per job, in the same order
	 * @throws JobExistsException if ids are taken whose policy is to reject that; all
	 * other jobs are stored, and the exception carries all results
	 * @throws PayloadTooLargeException if a payload is too large
	 * @throws PayloadConversionException if a payload cannot be written
	 * @throws SubmitOutcomeUnknownException if some jobs may have been stored or not
	 */
	List<SubmitResult> submitAll(Collection<Job> jobs);

	/**
	 * Delete a job in any state. If it is being handled, its lease becomes void.
	 * @param topic the topic
	 * @param id the id
	 * @return the state in which the job was found, empty if there is none
	 * @throws OutcomeUnknownException if the job may have been deleted or not
	 */
	Optional<JobState> cancel(String topic, String id);

	/**
	 * Give a waiting job another due time, counted from now. A job that is reserved or
	 * has failed is left as it is.
	 * @param topic the topic
	 * @param id the id
	 * @param delay when the job may run, from now
	 * @return the state in which the job was found, empty if there is none
	 * @throws OutcomeUnknownException if the due time may have been changed or not
	 */
	Optional<JobState> reschedule(String topic, String id, Duration delay);

	/**
	 * Give a waiting job another due time. A job that is reserved or has failed is left
	 * as it is.
	 * @param topic the topic
	 * @param id the id
	 * @param dueTime when the job may run; an instant in the past counts as now
	 * @return the state in which the job was found, empty if there is none
	 * @throws OutcomeUnknownException if the due time may have been changed or not
	 */
	Optional<JobState> reschedule(String topic, String id, Instant dueTime);

	/**
	 * Find a job in whatever state.
	 * @param topic the topic
	 * @param id the id
	 * @return the job, empty if there is none
	 */
	Optional<StoredJob> find(String topic, String id);

	/**
	 * Reserve ready jobs. Jobs that set no TTR or maximum of attempts get those of the
	 * topic, else the general ones. Each is to be settled before its TTR ends, else it is
	 * delivered again.
	 * @param topic the topic
	 * @param limit the most jobs to hand over, 1 to {@value ReserveRequest#MAX_LIMIT}
	 * @return the jobs, the ones due first in front; empty if none is ready
	 */
	List<ReservedJob> reserve(String topic, int limit);

	/**
	 * Reserve ready jobs. Each is to be settled before its TTR ends, else it is delivered
	 * again.
	 * @param topic the topic
	 * @param limit the most jobs to hand over, 1 to {@value ReserveRequest#MAX_LIMIT}
	 * @param ttr the TTR for jobs that set none
	 * @param maxAttempts the maximum of attempts for jobs that set none
	 * @return the jobs, the ones due first in front; empty if none is ready
	 */
	List<ReservedJob> reserve(String topic, int limit, Duration ttr, int maxAttempts);

	/**
	 * Read the payload of a reserved job.
	 * @param job the job
	 * @param type the type to read into
	 * @param <T> the type to read into
	 * @return the payload
	 * @throws PayloadConversionException if the payload cannot be read into the type
	 */
	<T> T read(ReservedJob job, Class<T> type);

	/**
	 * Done: delete a reserved job.
	 * @param lease the lease of the job
	 * @return whether the lease still held
	 */
	SettleResult ack(Lease lease);

	/**
	 * Put a reserved job back to waiting; its attempt is given back.
	 * @param lease the lease of the job
	 * @param delay how long until the job is ready again, zero or longer
	 * @return whether the lease still held
	 */
	SettleResult release(Lease lease, Duration delay);

	/**
	 * Bury a reserved job, whatever attempts are left.
	 * @param lease the lease of the job
	 * @param reason why, in words; cut to 2 KB
	 * @return whether the lease still held
	 */
	SettleResult bury(Lease lease, String reason);

	/**
	 * Extend a lease.
	 * @param lease the lease
	 * @param ttr how long it lasts from now on; it never becomes shorter by it
	 * @return whether the lease still held
	 */
	SettleResult touch(Lease lease, Duration ttr);

}
