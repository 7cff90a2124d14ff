// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.job.ExpiryTime;
import io.delay.job.JobState;

/**
 * A job as it is stored.
 *
 * @param time the time at which a waiting job becomes visible, the lease of a reserved
 * job ends, or a failed job was buried, according to the store's clock
 * @param dueTime when the job was first due according to the store's clock, as submitted
 * or as last rescheduled; {@code null} if the stored value is corrupt
 * @param record the payload and the headers; {@code null} if the record is corrupt
 * @param failures the failures of the job so far, or {@code null} if it never failed
 * @param version identifies the state and the contents of the job, so that it can be
 * edited only if neither has changed; {@code null} if the job cannot be edited, because
 * it is reserved or its record is corrupt
 * @param holder which consumer holds the job; {@code null} unless it is reserved, and if
 * no consumer holds it, for instance because it waits for a failure handler
 * @since 0.1.0
 */
public record StoredJob(String topic, String id, JobState state, Instant time, @Nullable Instant dueTime,
		@Nullable JobRecord record, @Nullable JobFailures failures, @Nullable String version, @Nullable Holder holder) {

	/**
	 * Create a job that cannot be edited and that no consumer holds.
	 * @param time the time that belongs to the state
	 * @param dueTime when the job was first due, or {@code null}
	 * @param record the payload and the headers, or {@code null}
	 * @param failures the failures of the job so far, or {@code null}
	 */
	public StoredJob(String topic, String id, JobState state, Instant time, @Nullable Instant dueTime,
			@Nullable JobRecord record, @Nullable JobFailures failures) {
		this(topic, id, state, time, dueTime, record, failures, null, null);
	}

	/**
	 * Return when the job expires.
	 * @return the time, {@code null} if the job does not expire, or if its record or due
	 * time is unknown
	 */
	public @Nullable Instant expiresAt() {
		return (this.record != null && this.dueTime != null) ? ExpiryTime.of(this.record.headers(), this.dueTime)
				: null;
	}

	/**
	 * The consumer that holds a reserved job. It may have stopped or crashed without a
	 * settlement; then the job is delivered again after the end of its lease.
	 *
	 * @param host the host of the consumer
	 * @param consumer the id of the consumer, as in the list of consumers
	 * @param attempt the number of the attempt, starting at 1
	 * @param maxAttempts the maximum number of attempts
	 * @param since when the lease began, according to the store's clock
	 * @param failureHandling whether the job is held by a failure handler, whose attempts
	 * are counted
	 */
	public record Holder(String host, String consumer, int attempt, int maxAttempts, Instant since,
			boolean failureHandling) {

		/**
		 * Create the holder of a lease.
		 * @param token the token of the lease
		 * @param attempt the number of the attempt
		 * @param maxAttempts the maximum number of attempts
		 * @param since when the lease began
		 * @param failureHandling whether the job is held by a failure handler
		 * @return the holder
		 */
		public static Holder of(String token, int attempt, int maxAttempts, Instant since, boolean failureHandling) {
			return new Holder(LeaseTokens.hostOf(token), LeaseTokens.pollerOf(token), attempt, maxAttempts, since,
					failureHandling);
		}

	}

}
