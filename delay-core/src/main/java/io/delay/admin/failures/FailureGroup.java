// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.failures;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Failed jobs whose failures have the same cause.
 *
 * @param cause the key of the cause, see {@link FailureCause#key()}
 * @param exception the class of the exception, {@code null} if the failures have another
 * reason
 * @param message the message, in which numbers, ids and quoted parts are masked
 * @param count the number of jobs
 * @param first when the first of these jobs was buried; jobs that were not examined, see
 * {@link FailureGroups#complete()}, may have been buried earlier
 * @param last when the last of these jobs was buried
 * @param example the id of the job that was buried last
 * @since 0.1.0
 */
public record FailureGroup(String cause, @Nullable String exception, String message, long count, Instant first,
		Instant last, String example) {

}
