// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;

/**
 * Stores jobs and carries out every transition of their life cycle as one atomic step,
 * using its own clock. This is the only interface between the engine and a database, and
 * hides the differences between databases. Calls are batches, and a single job is a batch
 * of one. A batch is not atomic as a whole.
 * <p>
 * All methods throw {@link org.springframework.dao.DataAccessException} if the store is
 * unreachable or refuses the call. Submit, cancel and reschedule throw
 * {@link OutcomeUnknownException} if the operation may nevertheless have been carried
 * out. Implementations must be thread-safe.
 *
 * @since 0.1.0
 */
public interface JobStore {

	/**
	 * How long the registration of a consumer is valid unless it is renewed.
	 */
	Duration CONSUMER_EXPIRY = Duration.ofMinutes(3);

	/**
	 * Store jobs.
	 * @param jobs the jobs, of any number of topics
	 * @return one result per job, in the same order
	 * @throws SubmitOutcomeUnknownException if it is unknown for some of the jobs whether
	 * they were stored
	 */
	List<SubmitResult> submit(List<NewJob> jobs);

	/**
	 * Reserve ready jobs for a worker, each under a lease. A job whose lease has expired
	 * is ready too: the failure is recorded, and the job is delivered again, or buried if
	 * that was its last attempt. Whether the expired delivery counts as an attempt is
	 * described in {@link ReserveMode}. A job is isolated if its leases expired twice in
	 * a row, or once before its last attempt. It is not isolated if, each time, its
	 * worker had reported that it would not finish in time, or if its workers send no
	 * reports at all. A job with an unreadable record is buried, so that it does not
	 * block other jobs. If the request allows it and all ready jobs are returned, jobs
	 * that will soon be due are returned as well, see {@link LookAhead}. If the clock of
	 * the store was set back, only ready jobs are returned until the clock has caught up.
	 * One call returns payloads of at most {@value ReserveRequest#MAX_PAYLOAD_BYTES}
	 * bytes in total, unless the first job alone exceeds this.
	 * @return the jobs, and when to reserve again: at once if more jobs may be ready,
	 * even if the call returned none
	 */
	ReserveResult reserve(ReserveRequest request);

	/**
	 * End leases.
	 * @return one result per settlement, in the same order
	 */
	List<SettleResult> settle(List<Settlement> settlements);

	/**
	 * Extend leases, or report that their workers are running.
	 * @return one result per touch, in the same order
	 */
	List<SettleResult> touch(List<Touch> touches);

	/**
	 * Return how long before its due time a consumer may reserve a job. If this is longer
	 * than {@link LookAhead#MARGIN}, the store must support {@link #check}.
	 * @return the time, {@link LookAhead#MARGIN} unless overridden
	 */
	default Duration longestLookAhead() {
		return LookAhead.MARGIN;
	}

	/**
	 * Check whether leases are valid, without changing them. Consumers do so shortly
	 * before they start jobs that they hold ahead, see {@link LookAhead}.
	 * @return one result per lease, in the same order: {@link SettleResult#DONE} if it is
	 * valid, {@link SettleResult#LEASE_LOST} if the job was changed, deleted or delivered
	 * again, so that its handler must not be started
	 * @throws UnsupportedOperationException unless overridden
	 */
	default List<SettleResult> check(List<Lease> leases) {
		throw new UnsupportedOperationException("The store cannot check leases");
	}

	/**
	 * Hand back all jobs that were reserved with a token, as {@link Settlement.HandBack}
	 * does. This is necessary if the reply to a reserve was lost, because it is then
	 * unknown which jobs were reserved.
	 * @param token the token of the reserve
	 * @return the number of jobs that were handed back
	 */
	int handBack(String topic, String token);

	/**
	 * Delete a job in any state. A lease on it becomes void.
	 * @return the state before the deletion, empty if there is no such job
	 * @throws OutcomeUnknownException if it is unknown whether the job was deleted
	 */
	Optional<JobState> cancel(String topic, String id);

	/**
	 * Change the due time of a waiting job. The job becomes visible at the new time; its
	 * payload and attempts are kept. A reserved or failed job is not changed.
	 * @return the state of the job, empty if there is no such job
	 * @throws OutcomeUnknownException if it is unknown whether the due time was changed
	 */
	Optional<JobState> reschedule(String topic, String id, DueTime dueTime);

	/**
	 * Whether submit, cancel and reschedule would take part in the current transaction of
	 * the calling thread, so that they take effect with its commit.
	 * @return {@code false} if there is no such transaction, or if it belongs to another
	 * database
	 */
	default boolean joinsTransaction() {
		return false;
	}

	/**
	 * Subscribe to wake-ups, which report that a job will be ready earlier than the last
	 * {@link ReserveResult} stated. The method returns at once, even if the store is
	 * unreachable. The listener is also called whenever the subscription is connected or
	 * reconnected. A wake-up is a hint and may be lost.
	 * @return a subscription that ends when closed
	 */
	WakeUpSubscription subscribe(String topic, WakeUpListener listener);

	/**
	 * Register a consumer so that operators can see who handles a topic. The registration
	 * expires after {@link #CONSUMER_EXPIRY}; announce the consumer again before then.
	 * Waiting consumers are not woken up. The method returns at once and does not throw
	 * if the store is unreachable; the consumer is then registered later.
	 * @see io.delay.store.admin.JobStoreInspector#consumers(String)
	 */
	void announce(ConsumerRegistration consumer);

	/**
	 * Remove a consumer that is stopping. Like {@link #announce}, the method returns at
	 * once and does not throw if the store is unreachable.
	 * @param id the id of the consumer
	 */
	void withdraw(String topic, String id);

}
