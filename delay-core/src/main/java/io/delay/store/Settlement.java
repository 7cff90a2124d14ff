// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Ends a lease.
 *
 * @since 0.1.0
 */
public sealed interface Settlement {

	/**
	 * Return the lease that the settlement ends.
	 * @return the lease
	 */
	Lease lease();

	/**
	 * Acknowledges the job, which is deleted. If the topic keeps a history, a finished
	 * run is stored in the same step.
	 *
	 * @param lease the lease to end
	 * @param ran how long the handler has run, {@code null} if it is unknown
	 */
	record Ack(Lease lease, @Nullable Duration ran) implements Settlement {

		/**
		 * Create an acknowledgement of a job without the running time of its handler.
		 * @param lease the lease to end
		 */
		public Ack(Lease lease) {
			this(lease, null);
		}

	}

	/**
	 * Releases the job, so that it waits again; the attempt does not count. The job is
	 * visible again after the delay and keeps its due time.
	 *
	 * @param lease the lease to end
	 * @param delay how long until the job is ready again, zero or longer
	 */
	record Release(Lease lease, Duration delay) implements Settlement {

		public Release {
			JobRules.checkDelay(delay);
		}

	}

	/**
	 * Acknowledges the job and stores a new job with the same id in the same step. The
	 * new job is due after the delay, its attempts are counted from the start, and the
	 * failures of the old job are deleted. If the topic keeps a history, a finished run
	 * is stored in the same step.
	 *
	 * @param lease the lease to end
	 * @param record the data of the new job
	 * @param delay how long until the new job is due, zero or longer
	 * @param ran how long the handler has run, {@code null} if it is unknown
	 */
	record Resubmit(Lease lease, JobRecord record, Duration delay, @Nullable Duration ran) implements Settlement {

		public Resubmit {
			Assert.notNull(record, "'record' must not be null");
			JobRules.checkDelay(delay);
		}

		/**
		 * Create a settlement without the running time of the handler.
		 * @param lease the lease to end
		 * @param record the data of the new job
		 * @param delay how long until the new job is due, zero or longer
		 */
		public Resubmit(Lease lease, JobRecord record, Duration delay) {
			this(lease, record, delay, null);
		}

	}

	/**
	 * Deletes the job because it has expired, so that its handler was not called. If the
	 * topic keeps a history, a finished run is stored in the same step.
	 *
	 * @param lease the lease to end
	 * @see io.delay.job.ExpiryTime
	 */
	record Expire(Lease lease) implements Settlement {

	}

	/**
	 * Puts the job back as if it had never been reserved. The attempt does not count, and
	 * the job keeps its place among the other jobs, because the time at which it became
	 * ready is unchanged. For a job that was redelivered because an earlier lease
	 * expired, the time at which it became ready is the end of the earlier lease. Jobs
	 * are handed back if their handler was not started, or if a stopping container
	 * interrupted their handler.
	 *
	 * @param lease the lease to end
	 */
	record HandBack(Lease lease) implements Settlement {

	}

	/**
	 * Records a failed attempt. The job waits again if attempts are left; otherwise it is
	 * buried, or first delivered to the failure handler if the consumer of the lease has
	 * one. If the attempt of the failure handler failed, the job waits for its next
	 * attempt, or is buried with both reasons.
	 *
	 * @param lease the lease to end
	 * @param reason why the attempt failed
	 * @param delay how long until the job is ready again; {@code null} for the time until
	 * the lease would have ended
	 */
	record Fail(Lease lease, FailureReason reason, @Nullable Duration delay) implements Settlement {

		public Fail {
			if (delay != null) {
				JobRules.checkDelay(delay);
			}
		}

	}

	/**
	 * Buries a job in failure handling, because its failure handler has succeeded. The
	 * failure of the job is kept. If the job is not in failure handling, the result is
	 * {@link SettleResult#LEASE_LOST}.
	 *
	 * @param lease the lease to end
	 */
	record FailureHandled(Lease lease) implements Settlement {

	}

	/**
	 * Buries the job, even if attempts are left. If the consumer of the lease has a
	 * failure handler, the job is first delivered to that handler. A job that is already
	 * in failure handling is buried with both reasons.
	 *
	 * @param lease the lease to end
	 * @param reason why the job is buried
	 */
	record Bury(Lease lease, FailureReason reason) implements Settlement {

	}

}
