// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.ExpiryTime;

/**
 * A job reserved for a worker. A job that was returned before it was due (see
 * {@link LookAhead}) must not be handled before {@code startIn} has passed.
 *
 * @param lease the right to settle the job
 * @param terms the terms of this delivery
 * @param dueTime when the job was first due according to the store's clock, as submitted
 * or as last rescheduled; retries, releases and kicks do not change it
 * @param visibleSince when the job became or will be ready for this delivery, according
 * to the store's clock: the due time, the time set by a retry, a release or a kick, or
 * the end of the previous lease if it expired
 * @param record the payload and the headers
 * @param startIn the time from the return of the reserve until the job is ready according
 * to the store's clock, zero if it is ready already
 * @param revocable whether the lease can become void before the job is ready, so that the
 * consumer must check it with {@link JobStore#check} before it handles the job, at most
 * {@link LookAhead#MARGIN} before that moment
 * @since 0.1.0
 */
public record ReservedJob(Lease lease, LeaseTerms terms, Instant dueTime, Instant visibleSince, JobRecord record,
		Duration startIn, boolean revocable) {

	public ReservedJob {
		Assert.isTrue(!startIn.isNegative(), () -> "'startIn' " + startIn + " must not be negative");
	}

	/**
	 * Create a job that is ready.
	 * @param lease the right to settle the job
	 * @param terms the terms of this delivery
	 * @param dueTime when the job was first due
	 * @param visibleSince when the job became ready for this delivery
	 * @param record the payload and the headers
	 */
	public ReservedJob(Lease lease, LeaseTerms terms, Instant dueTime, Instant visibleSince, JobRecord record) {
		this(lease, terms, dueTime, visibleSince, record, Duration.ZERO, false);
	}

	/**
	 * Return when the job expires. The store returns expired jobs like any other;
	 * consumers that reserve jobs by themselves compare this time with the current time.
	 * @return the time, {@code null} if the job does not expire
	 */
	public @Nullable Instant expiresAt() {
		return ExpiryTime.of(this.record.headers(), this.dueTime);
	}

	/**
	 * Whether the job must be held until it is ready.
	 * @return {@code false} if it is ready already
	 */
	public boolean isAhead() {
		return !this.startIn.isZero();
	}

}
