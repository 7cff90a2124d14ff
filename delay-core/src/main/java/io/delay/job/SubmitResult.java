// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The result of submitting a job.
 *
 * @param id the id, set by the caller or generated
 * @param status what the submit did
 * @param dueTime the due time of the job that is now stored, according to the store's
 * clock. For an {@link SubmitStatus#EXISTING} job that waits again after a delivery, it
 * is the time at which the job becomes ready; for a {@link JobState#RESERVED} job, the
 * end of its lease; for a {@link JobState#FAILED} job, the time of its burial
 * @param found the state of the job that existed before, or {@code null} if there was
 * none
 * @since 0.1.0
 */
public record SubmitResult(String id, SubmitStatus status, Instant dueTime, @Nullable JobState found) {

}
