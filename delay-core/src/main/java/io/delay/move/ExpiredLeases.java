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

package io.delay.move;

import java.time.Duration;
import java.util.List;

import io.delay.job.JobState;
import io.delay.store.HostName;
import io.delay.store.LeaseTokens;
import io.delay.store.Redelivery;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.TopicPause;

/**
 * Ends the expired leases of a topic in the source, because only consumers would reserve
 * these jobs, and the consumers may have stopped.
 */
final class ExpiredLeases {

	/** The time between two moments at which a paused topic is resumed. */
	private static final Duration RESUME_INTERVAL = Duration.ofSeconds(5);

	private static final int EXAMPLES = 5;

	private final String topic;

	private final MoveStore source;

	private final MoveLock lock;

	private final MoveProgress progress;

	private long resumedAt = System.nanoTime() - RESUME_INTERVAL.toNanos();

	ExpiredLeases(String topic, MoveStore source, MoveLock lock, MoveProgress progress) {
		this.topic = topic;
		this.source = source;
		this.lock = lock;
		this.progress = progress;
	}

	/**
	 * End the leases that have expired. The move waits for the other reserved jobs.
	 */
	void end() {
		List<StoredJob> reserved = this.source.inspector()
			.page(new JobPageRequest(this.topic, JobState.RESERVED, null, EXAMPLES))
			.jobs();
		if (reserved.isEmpty()) {
			return;
		}
		this.progress.waitFor(reserved, this.source.inspector().count(this.topic, JobState.RESERVED));
		this.lock.keep();
		TopicPause pause = this.source.inspector().statusWithoutSizes(this.topic).pause();
		if (pause == null) {
			reserve();
		}
		else if (isResumePossible()) {
			// If the process is killed before the pause, the topic stays resumed
			// (documented)
			this.resumedAt = System.nanoTime();
			this.source.administrator().resume(this.topic);
			try {
				reserve();
			}
			finally {
				this.source.administrator().pause(this.topic, pause.by());
			}
		}
	}

	// A paused topic hands out no jobs, and consumers would get them if it were resumed
	private boolean isResumePossible() {
		return System.nanoTime() - this.resumedAt >= RESUME_INTERVAL.toNanos()
				&& this.source.inspector().consumers(this.topic).isEmpty();
	}

	private void reserve() {
		ReserveRequest request = new ReserveRequest(this.topic, new LeaseTokens(HostName.resolve()).next(),
				ReserveRequest.MAX_LIMIT, ReserveTerms.defaults(), ReserveMode.LISTEN_ISOLATED);
		ReserveResult expired = this.source.store().reserve(request);
		this.source.store().settle(expired.jobs().stream().map(ExpiredLeases::handBack).toList());
		if (!expired.jobs().isEmpty() || !expired.buried().isEmpty()) {
			this.progress.changed();
		}
	}

	// An isolated job that is handed back would not wait
	private static Settlement handBack(ReservedJob job) {
		return (job.terms().redelivery() == Redelivery.ISOLATED) ? new Settlement.Release(job.lease(), Duration.ZERO)
				: new Settlement.HandBack(job.lease());
	}

}
