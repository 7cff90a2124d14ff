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

package io.delay.store.memory;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * One atomic transaction of the store: the moment at which it happens, and the earliest
 * event that it creates in each topic.
 */
final class StoreTransaction {

	private final StoreTime time;

	private final Map<String, Instant> events = new HashMap<>();

	StoreTransaction(StoreTime time) {
		this.time = time;
	}

	StoreTime time() {
		return this.time;
	}

	/**
	 * Put a job into its stage. Unless the job has failed or the topic is paused, the
	 * wake-ups of this transaction include the time at which the job becomes ready.
	 * @param topic the topic of the job
	 * @param job the job in its new state
	 */
	void put(MemoryTopic topic, MemoryJob job) {
		topic.put(job);
		if (!(job.stage() instanceof JobStage.Failed) && !topic.isPaused()) {
			this.events.merge(job.topic(), job.score(), BinaryOperator.minBy(Instant::compareTo));
		}
	}

	/**
	 * Wake up all consumers of a topic.
	 * @param topic the topic
	 */
	void wake(String topic) {
		this.events.put(topic, this.time.reached());
	}

	/**
	 * Send the wake-ups. Must not be called while holding the lock of the store.
	 * @param wakeUps the subscriptions
	 */
	void tell(WakeUps wakeUps) {
		this.events.forEach((topic, event) -> wakeUps.send(topic, this.time.until(event)));
	}

}
