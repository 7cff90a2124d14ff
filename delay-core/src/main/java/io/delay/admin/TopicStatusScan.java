// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.util.Assert;

import io.delay.store.admin.TopicStatus;

/**
 * Reads the status of several topics, one after the other. A topic that cannot be read
 * does not hide the others. If the store is unreachable, the scan ends early, because
 * every further topic would take as long to fail. An instance must be used by a single
 * thread. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class TopicStatusScan {

	// The number of unreachable topics after which the scan ends. It is greater than one,
	// because one part of the store may be unreachable while other parts still reply.
	private static final int MAX_UNREACHABLE = 3;

	private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

	private final Function<String, TopicStatus> statuses;

	private final Duration maxWait;

	private final long begin = System.nanoTime();

	private int read;

	private int unreachable;

	private int failed;

	/**
	 * Create a scan without a time limit, which ends early only if several topics are
	 * unreachable.
	 */
	public TopicStatusScan(Function<String, TopicStatus> statuses) {
		this(statuses, UNLIMITED);
	}

	/**
	 * Create a scan that a single unreachable topic ends once the given time has passed.
	 */
	public TopicStatusScan(Function<String, TopicStatus> statuses, Duration maxWait) {
		Assert.notNull(statuses, "'statuses' must not be null");
		Assert.notNull(maxWait, "'maxWait' must not be null");
		this.statuses = statuses;
		this.maxWait = maxWait;
	}

	public Result read(String topic) {
		try {
			TopicStatus status = this.statuses.apply(topic);
			this.read++;
			return new Result(status, null);
		}
		catch (RuntimeException ex) {
			Result result = new Result(null, ex);
			count(result);
			return result;
		}
	}

	private void count(Result result) {
		if (result.isUnreachable()) {
			this.unreachable++;
		}
		else if (!result.isUnusable()) {
			this.failed++;
		}
	}

	public boolean isOver() {
		return this.unreachable >= MAX_UNREACHABLE
				|| (this.unreachable > 0 && System.nanoTime() - this.begin > this.maxWait.toNanos());
	}

	/**
	 * Whether the store seems to be reachable: at least one topic was read, or the store
	 * replied that topics temporarily cannot be used, for instance because they are being
	 * moved, or no topic was read yet.
	 */
	public boolean isStoreReachable() {
		return this.read > 0 || this.unreachable + this.failed == 0;
	}

	/**
	 * The status of a topic, or the reason why it could not be read.
	 */
	public record Result(@Nullable TopicStatus status, @Nullable RuntimeException failure) {

		/**
		 * Whether the store was unreachable. The result is {@code false} if the store
		 * replied that the topic cannot be used.
		 */
		public boolean isUnreachable() {
			return this.failure instanceof DataAccessResourceFailureException
					|| this.failure instanceof QueryTimeoutException;
		}

		// Whether the store replied that the topic temporarily cannot be used.
		boolean isUnusable() {
			return this.failure instanceof TransientDataAccessResourceException
					|| this.failure instanceof IllegalStateException;
		}

		/** Return why the topic could not be read, {@code null} if it was read. */
		public @Nullable String problem() {
			if (this.failure == null) {
				return null;
			}
			String message = this.failure.getMessage();
			return (message != null) ? message : this.failure.getClass().getSimpleName();
		}

	}

}
