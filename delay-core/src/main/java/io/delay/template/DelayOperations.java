// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

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
 * Operations with which an application submits, cancels, reschedules and finds jobs. A
 * consumer without a listener can also reserve and settle jobs with them.
 * <p>
 * All methods throw {@link IllegalArgumentException} if a topic, an id or a time is
 * invalid, before they access the store, and
 * {@link org.springframework.dao.DataAccessException} if the store is unreachable.
 *
 * @since 0.1.0
 */
public interface DelayOperations {

	/**
	 * Submit a job with a generated id.
	 * @param payload a {@code String} or {@code byte[]}, stored unchanged, or an object
	 * that is written as JSON
	 * @param delay the time until the job is first due
	 * @return the result, with the id of the job and its due time
	 * @throws PayloadTooLargeException if the payload is too large
	 * @throws PayloadConversionException if the payload cannot be written
	 * @throws SubmitOutcomeUnknownException if it is unknown whether the job was stored
	 */
	SubmitResult submit(String topic, Object payload, Duration delay);

	/**
	 * Submit a job.
	 * @return the result
	 * @throws JobExistsException if its id already exists and its policy is
	 * {@link io.delay.job.ConflictPolicy#REJECT}
	 * @throws PayloadTooLargeException if the payload is too large
	 * @throws PayloadConversionException if the payload cannot be written
	 * @throws SubmitOutcomeUnknownException if it is unknown whether the job was stored
	 */
	SubmitResult submit(Job job);

	/**
	 * Submit many jobs in as few round trips as possible. All of them are checked and
	 * converted before the first is sent; apart from that, the call is not atomic.
	 * @param jobs the jobs, of any number of topics
	 * @return one result per job, in the same order
	 * @throws JobExistsException if the id of a job already exists and its policy is
	 * {@link io.delay.job.ConflictPolicy#REJECT}; all other jobs are stored, and the
	 * exception contains all results
	 * @throws PayloadTooLargeException if a payload is too large
	 * @throws PayloadConversionException if a payload cannot be written
	 * @throws SubmitOutcomeUnknownException if it is unknown for some of the jobs whether
	 * they were stored
	 */
	List<SubmitResult> submitAll(Collection<Job> jobs);

	/**
	 * Submit a job without blocking the calling thread, for instance a thread of an event
	 * loop. The payload is converted by the calling thread; a delay starts when the job
	 * reaches the store. The future is completed by a thread of Delay. Cancelling the
	 * future has no effect once the job is being sent.
	 * @return the result, or the exception that {@link #submit(Job)} would throw; also a
	 * {@link org.springframework.dao.TransientDataAccessResourceException} if the job was
	 * not submitted, because too many jobs are waiting or the application is stopping
	 * @throws IllegalStateException if jobs are stored in the database of the current
	 * transaction, in which this submit cannot take part
	 */
	CompletableFuture<SubmitResult> submitAsync(Job job);

	/**
	 * Return operations that are carried out once the current Spring transaction has
	 * committed.
	 * @return the operations
	 */
	AfterCommitOperations afterCommit();

	/**
	 * Return operations that take effect with the commit of the current Spring
	 * transaction. If the jobs are stored in the database of this transaction, the
	 * operations are carried out at once and take part in it, as those of this interface
	 * do; a delay then starts at the call. Otherwise they are carried out after the
	 * commit, as those of {@link #afterCommit()}.
	 * @return the operations
	 */
	default AfterCommitOperations withCommit() {
		return afterCommit();
	}

	/**
	 * Delete a job in any state. If it is being handled, its lease becomes void.
	 * @return the state before the deletion, empty if there is no such job
	 * @throws OutcomeUnknownException if it is unknown whether the job was deleted
	 */
	Optional<JobState> cancel(String topic, String id);

	/**
	 * Change the due time of a waiting job, so that it is due after a delay that starts
	 * now. A reserved or failed job is not changed.
	 * @param delay the time until the job is due
	 * @return the state of the job, empty if there is no such job
	 * @throws OutcomeUnknownException if it is unknown whether the due time was changed
	 */
	Optional<JobState> reschedule(String topic, String id, Duration delay);

	/**
	 * Change the due time of a waiting job. A reserved or failed job is not changed.
	 * @param dueTime when the job is due; an instant in the past means now
	 * @return the state of the job, empty if there is no such job
	 * @throws OutcomeUnknownException if it is unknown whether the due time was changed
	 */
	Optional<JobState> reschedule(String topic, String id, Instant dueTime);

	/**
	 * Find a job in any state.
	 * @return the job, empty if there is none
	 */
	Optional<StoredJob> find(String topic, String id);

	/**
	 * Reserve ready jobs. If a job does not set a TTR or a maximum number of attempts,
	 * the setting of the topic applies, or the general setting if the topic has none.
	 * Settle each job before its TTR has elapsed; otherwise it is delivered again.
	 * @param limit the maximum number of jobs, 1 to {@value ReserveRequest#MAX_LIMIT}
	 * @return the jobs, ordered as in {@link io.delay.store.ReserveResult}; empty if none
	 * is ready
	 */
	List<ReservedJob> reserve(String topic, int limit);

	/**
	 * Reserve ready jobs. Settle each job before its TTR has elapsed; otherwise it is
	 * delivered again.
	 * @param limit the maximum number of jobs, 1 to {@value ReserveRequest#MAX_LIMIT}
	 * @param ttr the TTR for jobs that do not set one
	 * @param maxAttempts the maximum number of attempts for jobs that do not set one
	 * @return the jobs, ordered as in {@link io.delay.store.ReserveResult}; empty if none
	 * is ready
	 */
	List<ReservedJob> reserve(String topic, int limit, Duration ttr, int maxAttempts);

	/**
	 * Read the payload of a reserved job.
	 * @param type the type to read into
	 * @param <T> the type to read into
	 * @return the payload
	 * @throws PayloadConversionException if the payload cannot be read into the type
	 */
	<T> T read(ReservedJob job, Class<T> type);

	/**
	 * Acknowledge a reserved job, which deletes it.
	 * @param lease the lease of the job
	 * @return whether the lease was still valid
	 */
	SettleResult ack(Lease lease);

	/**
	 * Release a reserved job, so that it waits again. The attempt does not count.
	 * @param lease the lease of the job
	 * @param delay how long until the job is ready again, zero or longer
	 * @return whether the lease was still valid
	 */
	SettleResult release(Lease lease, Duration delay);

	/**
	 * Bury a reserved job, even if attempts are left.
	 * @param lease the lease of the job
	 * @param reason a human-readable reason, truncated to 2 KB
	 * @return whether the lease was still valid
	 */
	SettleResult bury(Lease lease, String reason);

	/**
	 * Extend a lease.
	 * @param ttr how long the lease lasts from now on; a lease is never shortened
	 * @return whether the lease was still valid; {@link SettleResult#UNREACHABLE} if this
	 * is unknown after 2 seconds, for instance because a transaction has locked the job
	 */
	SettleResult touch(Lease lease, Duration ttr);

}
