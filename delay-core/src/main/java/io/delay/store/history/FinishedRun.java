// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

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
public record FinishedRun(String topic, String id, RunOutcome outcome, int attempts, @Nullable String host,
		RunTimes times, @Nullable JobRecord record) {

}
