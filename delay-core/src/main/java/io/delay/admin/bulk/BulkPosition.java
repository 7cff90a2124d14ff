// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.bulk;

import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * A position between two calls of the same operation on many jobs.
 *
 * @param begin when the first call began, by the clock of the application
 * @param until when the last job of the operation failed, by the clock of the store; jobs
 * that failed later are left alone. {@code null} for operations on all jobs of a state
 * @param total the number of jobs at the first call
 * @param done the number of jobs that were processed so far
 * @since 0.1.0
 */
public record BulkPosition(Instant begin, @Nullable Instant until, long total, long done) {

	public BulkPosition {
		Assert.notNull(begin, "'begin' must not be null");
		Assert.isTrue(done >= 0 && done <= total,
				() -> "Number " + done + " of processed jobs must be 0 to the total of " + total);
	}

	/**
	 * Return the number of jobs that are left.
	 * @return the number of jobs
	 */
	public long left() {
		return this.total - this.done;
	}

	/**
	 * Return the position after further jobs.
	 * @param jobs the number of further jobs, at most {@link #left()}
	 * @return the position
	 */
	public BulkPosition plus(long jobs) {
		return new BulkPosition(this.begin, this.until, this.total, this.done + jobs);
	}

}
