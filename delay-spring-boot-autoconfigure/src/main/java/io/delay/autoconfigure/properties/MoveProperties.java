// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.delay.job.JobRules;

/**
 * Configuration properties for a move of jobs from another store.
 *
 * @param from Store from which to move jobs to the store of this application when it
 * starts.
 * @param topics Topics whose jobs to move. All topics if empty.
 * @param timeout How long to wait without progress for reserved jobs, or for another
 * instance that moves jobs.
 * @since 0.1.0
 */
public record MoveProperties(@Nullable Source from, @DefaultValue List<String> topics,
		@DefaultValue("5m") Duration timeout) {

	public MoveProperties {
		InvalidSettingException.checkEach("topics", topics, JobRules::checkTopic);
		InvalidSettingException.check("timeout", timeout.compareTo(Duration.ZERO) > 0,
				() -> "Timeout " + timeout + " must be longer than zero");
		topics = topics.stream().distinct().toList();
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
