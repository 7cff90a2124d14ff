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

package io.delay.redis.move;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs the progress of a move at regular intervals.
 */
final class MoveProgress {

	private static final Log logger = LogFactory.getLog(MoveProgress.class);

	private static final Duration INTERVAL = Duration.ofSeconds(10);

	private final String topic;

	private final long startedAt = System.nanoTime();

	private long toldAt = this.startedAt;

	private long jobs;

	MoveProgress(String topic) {
		this.topic = topic;
	}

	void moved(int jobs) {
		this.jobs += jobs;
		tell("");
	}

	void waiting(MoveScripts.Leases leases) {
		tell("; waiting for the leases of " + leases.count() + " jobs, the first of which ends in "
				+ leases.firstEnd().toMillis() + " ms at the latest");
	}

	private void tell(String details) {
		if (System.nanoTime() - this.toldAt > INTERVAL.toNanos()) {
			this.toldAt = System.nanoTime();
			logger.info("Topic '" + this.topic + "' is being moved: " + this.jobs + " jobs so far" + details);
		}
	}

	long jobs() {
		return this.jobs;
	}

	Duration duration() {
		return Duration.ofNanos(System.nanoTime() - this.startedAt);
	}

}
