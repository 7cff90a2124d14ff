// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.bulk;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * How many jobs one call of an operation processes.
 *
 * @param after {@code null} for the first call, otherwise {@link BulkResult#next()} of
 * the previous call of the same operation
 * @param limit the maximum number of jobs that are processed, 1 or more
 * @since 0.1.0
 */
public record BulkRequest(@Nullable BulkPosition after, int limit) {

	/** All jobs, in one call. */
	public static final BulkRequest ALL = new BulkRequest(null, Integer.MAX_VALUE);

	public BulkRequest {
		Assert.isTrue(limit >= 1, () -> "Limit " + limit + " must be 1 or more");
	}

	/**
	 * Return the first call of an operation.
	 * @param limit the maximum number of jobs that are processed
	 * @return the request
	 */
	public static BulkRequest first(int limit) {
		return new BulkRequest(null, limit);
	}

}
