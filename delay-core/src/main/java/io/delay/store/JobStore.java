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

package io.delay.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.admin.JobStoreInspector;

/**
 * Keeps jobs and carries out every transition of their life as one atomic step, by its
 * own clock. The one seam between the engine and a database; what a database can do
 * differs only behind it. Calls are batches; a single job is a batch of one. A batch is
 * not atomic as a whole.
 * <p>
 * All methods throw {@link org.springframework.dao.DataAccessException} when the store
 * cannot be reached or refuses. Submit, cancel and reschedule throw
 * {@link OutcomeUnknownException} when they may have been carried out nevertheless.
 * Implementations are safe for use by several threads.
 *
 * @since 0.1.0
 */
public interface JobStore {

	/**
	 * How long a consumer counts that does not announce itself again.
	 */
	Duration CONSUMER_EXPIRY = Duration.ofMinutes(3);

	/**
	 * Store jobs.
	 * @param jobs the jobs, of any topics
	 * @return one result per job, in the same order
	 * @throws SubmitOutcomeUnknownException if some of the jobs may have been stored or
	 * not
	 */
	List<SubmitResult> submit(List<NewJob> jobs);

	/**
	 * Hand ready jobs to a worker, each under a lease. Jobs whose lease has run out are
	 * ready too: that failure is recorded and the job delivered again, or buried if it
	 * was the last attempt. The attempt counts if the handler had begun as far as the
	 * store knows, see {@link ReserveMode}. A job whose leases ran out two times in a
	 * row, or once before its last attempt, is isolated, unless a worker reported each
	 * time that it was overdue or reports nothing at all. A record that cannot be read is
	 * buried and blocks nothing. One call hands over at most
	 * {@value ReserveRequest#MAX_PAYLOAD_BYTES} bytes of payload, unless the first job
	 * alone has more.
	 * @param request what is asked for
	 * @return the jobs, and when to ask again: at once if there may be more, even if the
	 * call handed over none
	 */
	ReserveResult reserve(ReserveRequest request);

	/**
	 * End leases.
	 * @param settlements what to do
	 * @return one result per settlement, in the same order
	 */
	List<SettleResult> settle(List<Settlement> settlements);

	/**
	 * Extend leases, or report that their workers are alive.
	 * @param touches what to extend
	 * @return one result per touch, in the same order
	 */
	List<SettleResult> touch(List<Touch> touches);

	/**
	 * Hand back every job that a token holds, as {@link Settlement.HandBack} does, for
	 * when the reply of a reserve was lost and nobody knows which jobs it handed over.
	 * @param topic the topic
	 * @param token the token of the reserve
	 * @return how many jobs were handed back
	 */
	int handBack(String topic, String token);

	/**
	 * Delete a job in any state. A lease on it becomes void.
	 * @param topic the topic
	 * @param id the id
	 * @return the state in which the job was found, empty if there is none
	 * @throws OutcomeUnknownException if the job may have been deleted or not
	 */
	Optional<JobState> cancel(String topic, String id);

	/**
	 * Give a waiting job another due time, at which it is visible; payload and attempts
	 * stay. A job that is reserved or has failed is left as it is.
	 * @param topic the topic
	 * @param id the id
	 * @param dueTime the new due time
	 * @return the state in which the job was found, empty if there is none
	 * @throws OutcomeUnknownException if the due time may have been changed or not
	 */
	Optional<JobState> reschedule(String topic, String id, DueTime dueTime);

	/**
	 * Ask to be told of events that come earlier than the last {@link ReserveResult}
	 * said. Returns at once, even if the store cannot be reached; the listener is told to
	 * look when the wake-ups are (re)connected. A wake-up is a hint and may be lost.
	 * @param topic the topic
	 * @param listener who is told
	 * @return ends the wake-ups when closed
	 */
	WakeUpSubscription subscribe(String topic, WakeUpListener listener);

	/**
	 * Let a consumer be seen, for people to know who handles a topic. It counts for
	 * {@link #CONSUMER_EXPIRY} and is to be announced again before. Nobody is woken up.
	 * Returns at once and never throws because of the store: if that cannot be reached
	 * the consumer is seen later.
	 * @param consumer the consumer
	 * @see JobStoreInspector#consumers(String)
	 */
	void announce(ConsumerRegistration consumer);

	/**
	 * Let a consumer be seen no more, since it stops. Returns at once and never throws
	 * because of the store, as {@link #announce} does.
	 * @param topic the topic
	 * @param id the id of the consumer
	 */
	void withdraw(String topic, String id);

}
