// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.bulk;

import org.jspecify.annotations.Nullable;

/**
 * What one call of an operation on many jobs has done.
 *
 * @param jobs the number of jobs that this call has changed
 * @param done the number of jobs that this call and the previous ones have processed,
 * including those that have changed in the meantime and were therefore left alone
 * @param total the number of jobs at the first call
 * @param next the position with which the operation continues, {@code null} if it is
 * complete
 * @since 0.1.0
 */
public record BulkResult(long jobs, long done, long total, @Nullable BulkPosition next) {

	/**
	 * Create the result of a call.
	 * @param position the position after the call
	 * @param jobs the number of jobs that the call has changed
	 * @param more whether more jobs were found than the call has processed
	 * @return the result
	 */
	public static BulkResult of(BulkPosition position, long jobs, boolean more) {
		return new BulkResult(jobs, position.done(), position.total(), (more && position.left() > 0) ? position : null);
	}

}
