// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Configuration properties for a move of jobs from another store.
 *
 * @since 0.1.0
 */
public class MoveProperties {

	/** Store from which to move jobs to the store of this application when it starts. */
	private @Nullable Source from;

	/** Topics whose jobs to move. All topics if empty. */
	private List<String> topics = List.of();

	/**
	 * How long to wait without progress for reserved jobs, or for another instance that
	 * moves jobs.
	 */
	private Duration timeout = Duration.ofMinutes(5);

	public @Nullable Source getFrom() {
		return this.from;
	}

	public void setFrom(@Nullable Source from) {
		this.from = from;
	}

	public List<String> getTopics() {
		return this.topics;
	}

	public void setTopics(List<String> topics) {
		this.topics = topics.stream().map(JobRules::checkTopic).distinct().toList();
	}

	public Duration getTimeout() {
		return this.timeout;
	}

	public void setTimeout(Duration timeout) {
		Assert.isTrue(!timeout.isNegative() && !timeout.isZero(),
				() -> "Timeout " + timeout + " must be longer than zero");
		this.timeout = timeout;
	}

	/**
	 * The stores from which jobs can be moved.
	 */
	public enum Source {

		/**
		 * The Redis of the application.
		 */
		REDIS,

		/**
		 * The database of the application.
		 */
		JDBC

	}

}
