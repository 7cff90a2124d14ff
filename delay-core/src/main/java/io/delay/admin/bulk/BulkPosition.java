// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.bulk;

import java.time.Instant;
import java.time.format.DateTimeParseException;

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
	 * Return the position with a text form.
	 * @param text the text, as {@link #toText()} returns it
	 * @return the position
	 * @throws IllegalArgumentException if the text is not a position
	 */
	public static BulkPosition of(String text) {
		String[] parts = text.split(",", -1);
		Assert.isTrue(parts.length == 3 || parts.length == 4, "The text is not a position");
		try {
			return new BulkPosition(Instant.parse(parts[2]), (parts.length > 3) ? Instant.parse(parts[3]) : null,
					Long.parseLong(parts[1]), Long.parseLong(parts[0]));
		}
		catch (DateTimeParseException ex) {
			throw new IllegalArgumentException("The text is not a position", ex);
		}
	}

	/**
	 * Return a text form of this position, for a client that continues the operation.
	 * @return the text
	 */
	public String toText() {
		return this.done + "," + this.total + "," + this.begin + ((this.until != null) ? "," + this.until : "");
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
