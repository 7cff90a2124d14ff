/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
