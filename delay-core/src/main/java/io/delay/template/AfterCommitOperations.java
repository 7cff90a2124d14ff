// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

import io.delay.converter.PayloadConversionException;
import io.delay.job.Job;
import io.delay.job.PayloadTooLargeException;

/**
 * Operations that are carried out once the Spring transaction of the calling thread has
 * committed. All jobs are submitted in as few calls to the store as possible; each
 * cancellation and each change of a due time is a separate call. The operations are
 * dropped if the transaction is rolled back, either completely or to a savepoint that was
 * created before they were called. If there is no transaction, or if it has already
 * committed, the operations are carried out at once and throw the same exceptions as the
 * methods of {@link DelayOperations}.
 * <p>
 * Values are checked and payloads are converted at the time of the call, so an invalid
 * job is reported within the transaction, and later changes of the payload have no
 * effect. A delay starts when the store receives the job, after the commit. Operations on
 * the same job are carried out in the order of their calls.
 * <p>
 * If an operation fails after the commit, later operations on the same job are not
 * carried out. Other operations are carried out, unless the store is unreachable. The
 * caller of the transaction receives an {@link AfterCommitException} that names the jobs.
 * Because of this exception, Spring does not call {@code afterCommit} of later
 * synchronizations. If a job is not stored because a reserved or failed job with its id
 * is kept, a warning is logged. The operations of a transaction are lost if the
 * application crashes after the commit and before they are carried out. Reactive
 * transactions are not supported: the operations are then carried out at once, because
 * such a transaction is not bound to a thread.
 *
 * @since 0.1.0
 * @see DelayOperations#afterCommit()
 */
public interface AfterCommitOperations {

	/**
	 * Submit a job with a generated id.
	 * @param payload a {@code String} or {@code byte[]}, stored unchanged, or an object
	 * that is written as JSON
	 * @param delay the time until the job is first due, counted from the commit
	 * @throws PayloadTooLargeException if the payload is too large
	 * @throws PayloadConversionException if the payload cannot be written
	 */
	void submit(String topic, Object payload, Duration delay);

	/**
	 * Submit a job.
	 * @param job the job; its delay, if it has one, starts after the commit
	 * @throws PayloadTooLargeException if the payload is too large
	 * @throws PayloadConversionException if the payload cannot be written
	 */
	void submit(Job job);

	/**
	 * Submit many jobs. All of them are checked and converted during this call.
	 * @param jobs the jobs, of any number of topics
	 * @throws PayloadTooLargeException if a payload is too large
	 * @throws PayloadConversionException if a payload cannot be written
	 */
	void submitAll(Collection<Job> jobs);

	/**
	 * Delete a job in any state. It is not an error if there is no such job.
	 */
	void cancel(String topic, String id);

	/**
	 * Change the due time of a waiting job, so that it is due after a delay that starts
	 * after the commit. A reserved or failed job is not changed. It is not an error if
	 * there is no such job.
	 * @param delay the time until the job is due
	 */
	void reschedule(String topic, String id, Duration delay);

	/**
	 * Change the due time of a waiting job. A reserved or failed job is not changed. It
	 * is not an error if there is no such job.
	 * @param dueTime when the job is due; an instant in the past means now
	 */
	void reschedule(String topic, String id, Instant dueTime);

}
