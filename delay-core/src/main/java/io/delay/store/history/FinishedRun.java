// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobRecord;

/**
 * The data that are kept of a job after it was done or cancelled, or has expired. The
 * same id may have several runs.
 *
 * @param topic the topic of the job
 * @param id the id of the job
 * @param outcome how the job ended
 * @param attempts the number of attempts: for a job that is done, the number of its last
 * delivery; otherwise the number of failed attempts, including that of a handler which
 * may still be running
 * @param host the host that handled the job, {@code null} for a job that was cancelled or
 * has expired
 * @param record the data of the job, {@code null} if the history does not keep payloads
 * or if the data cannot be read
 * @since 0.1.0
 */
public record FinishedRun(String topic, String id, RunOutcome outcome, int attempts, @Nullable String host, Times times,
		@Nullable JobRecord record) {

	/**
	 * Return the same run with other data of the job.
	 * @param record the data of the job, {@code null} for none
	 * @return the run
	 */
	public FinishedRun withRecord(@Nullable JobRecord record) {
		return new FinishedRun(this.topic, this.id, this.outcome, this.attempts, this.host, this.times, record);
	}

	/**
	 * The times of a finished run, in whole milliseconds. All except {@code submitted}
	 * are times of the store's clock.
	 *
	 * @param due when the job was first due, {@code null} if this is no longer known,
	 * which is only possible for a cancelled job
	 * @param submitted when the job was submitted, by the clock of the submitter;
	 * {@code null} if the submitter kept no history of the topic
	 * @param started when the last handler started; for a job that was reserved without a
	 * listener, one TTR before the end of its lease, which is the time of the reserve
	 * unless the lease was extended; {@code null} for a job that was cancelled or has
	 * expired
	 * @param finished when the store deleted the job
	 */
	public record Times(@Nullable Instant due, @Nullable Instant submitted, @Nullable Instant started,
			Instant finished) {

	}

}
