// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;

import io.delay.store.throughput.JobCounts;

/**
 * One atomic transaction of the store: the moment at which it happens, and the earliest
 * event that it creates in each topic.
 */
public final class StoreTransaction {

	private final StoreTime time;

	private final Map<String, Instant> events = new HashMap<>();

	public StoreTransaction(StoreTime time) {
		this.time = time;
	}

	public StoreTime time() {
		return this.time;
	}

	/**
	 * Put a job into its stage. Unless the job has failed or the topic is paused, the
	 * wake-ups of this transaction include the time at which the job becomes ready.
	 * @param job the job in its new state
	 */
	public void put(TopicJobs topic, StagedJob job) {
		topic.put(job);
		if (!(job.stage() instanceof JobStage.Failed) && !topic.isPaused()) {
			this.events.merge(job.topic(), job.score(), BinaryOperator.minBy(Instant::compareTo));
		}
	}

	public void count(TopicJobs topic, JobCounts counts) {
		topic.count(counts, this.time);
	}

	public void wake(String topic) {
		this.events.put(topic, this.time.now());
	}

	// Adds the wake-ups of a later transaction, which takes effect together with this
	// one.
	public void add(StoreTransaction later) {
		later.events
			.forEach((topic, event) -> this.events.merge(topic, event, BinaryOperator.minBy(Instant::compareTo)));
	}

	/**
	 * Send the wake-ups. Must not be called while holding a lock of the store.
	 * @param elapsed the time since the moment of this transaction
	 * @param sender wakes up the subscribers of a topic after a time
	 */
	public void sendWakeUps(Duration elapsed, BiConsumer<String, Duration> sender) {
		this.events.forEach((topic, event) -> {
			Duration left = this.time.until(event).minus(elapsed);
			sender.accept(topic, left.isNegative() ? Duration.ZERO : left);
		});
	}

}
