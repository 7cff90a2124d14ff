// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The times of a finished run, in whole milliseconds. All except {@code submitted} are
 * times of the store's clock.
 *
 * @param due when the job was first due, {@code null} if this is no longer known, which
 * is only possible for a cancelled job
 * @param submitted when the job was submitted, by the clock of the submitter;
 * {@code null} if the submitter kept no history of the topic
 * @param started when the last handler started; for a job that was reserved without a
 * listener, one TTR before the end of its lease, which is the time of the reserve unless
 * the lease was extended; {@code null} for a job that was cancelled or has expired
 * @param finished when the store deleted the job
 * @since 0.1.0
 */
public record RunTimes(@Nullable Instant due, @Nullable Instant submitted, @Nullable Instant started,
		Instant finished) {

}
