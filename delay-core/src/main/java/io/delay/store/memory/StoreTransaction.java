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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

import io.delay.store.Lease;
import io.delay.store.WakeUpListener;

/**
 * One atomic transaction of the store: the moment at which it happens, the earliest event
 * that it creates in each topic, and the hints for consumers that hold jobs ahead.
 */
final class StoreTransaction {

	private final StoreTime time;

	private final Map<String, Instant> events = new HashMap<>();

	private final List<Lease> voided = new ArrayList<>();

	private final List<String> recalled = new ArrayList<>();

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
		this.events.put(topic, this.time.scoreOf(this.time.now()));
	}

	/**
	 * If a consumer holds a job ahead, record a hint that the consumer must not handle
	 * the job. Must be called for each job that is changed by an operation that does not
	 * use its lease.
	 * @param job the job before the change
	 */
	void takeBack(MemoryJob job) {
		if (job.isHeldAhead(this.time)) {
			this.voided.add(job.handedOver(this.time).lease());
		}
	}

	/**
	 * Make the consumers of a topic hand back the jobs that they hold ahead.
	 * @param topic the topic
	 */
	void recall(String topic) {
		this.recalled.add(topic);
	}

	// Whether consumers that hold jobs ahead must be informed.
	boolean hasHints() {
		return !this.voided.isEmpty() || !this.recalled.isEmpty();
	}

	/**
	 * Send the wake-ups. Must not be called while holding the lock of the store.
	 * @param wakeUps the subscriptions
	 */
	void tell(WakeUps wakeUps) {
		this.voided.forEach((lease) -> wakeUps.send(lease.topic(), (listener) -> listener.leaseVoided(lease)));
		this.recalled.forEach((topic) -> wakeUps.send(topic, WakeUpListener::recalled));
		this.events.forEach((topic, event) -> wakeUps.send(topic, this.time.until(event)));
	}

}
