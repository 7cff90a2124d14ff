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

package io.delay.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The meters besides those that come from observations, and their keys.
 *
 * @since 0.1.0
 */
public enum DelayMeter implements MeterDocumentation {

	/**
	 * How long a job was ready before it was begun with, by the store's clock.
	 */
	LATENESS("delay.lateness", Meter.Type.TIMER,
			"How long a job was ready before it was begun with, by the store's clock", MeterKeyNames.TOPIC,
			MeterKeyNames.LISTENER),

	/**
	 * Jobs that the store has answered for, by what their submit did.
	 */
	SUBMITTED("delay.jobs.submitted", Meter.Type.COUNTER,
			"Jobs that the store has answered for, by what their submit did", MeterKeyNames.TOPIC,
			MeterKeyNames.OUTCOME),

	/**
	 * Deliveries that have ended, by how.
	 */
	SETTLED("delay.jobs.settled", Meter.Type.COUNTER, "Deliveries that have ended, by how", MeterKeyNames.TOPIC,
			MeterKeyNames.LISTENER, MeterKeyNames.OUTCOME, MeterKeyNames.EXCEPTION),

	/**
	 * Jobs of a topic in one state.
	 */
	TOPIC_JOBS("delay.topic.jobs", Meter.Type.GAUGE, "Jobs of a topic in one state", MeterKeyNames.TOPIC,
			MeterKeyNames.STATE),

	/**
	 * How long ago the oldest ready job of a topic became due, zero if none is ready.
	 */
	TOPIC_OLDEST_READY("delay.topic.oldest.ready", Meter.Type.GAUGE,
			"How long ago the oldest ready job of a topic became due, zero if none is ready", MeterKeyNames.TOPIC),

	/**
	 * Whether a topic is paused: 1 if so, else 0.
	 */
	TOPIC_PAUSED("delay.topic.paused", Meter.Type.GAUGE, "Whether a topic is paused: 1 if so, else 0",
			MeterKeyNames.TOPIC),

	/**
	 * Consumers that have announced themselves for a topic, of all applications.
	 */
	TOPIC_CONSUMERS("delay.topic.consumers", Meter.Type.GAUGE,
			"Consumers that have announced themselves for a topic, of all applications", MeterKeyNames.TOPIC),

	/**
	 * About how many bytes the largest partition of a topic takes in the store.
	 */
	TOPIC_PARTITION_BYTES("delay.topic.partition.bytes", Meter.Type.GAUGE,
			"About how many bytes the largest partition of a topic takes in the store", MeterKeyNames.TOPIC),

	/**
	 * Whether the store answered when it was last looked at in the background: 1 if so,
	 * else 0.
	 */
	STORE_UP("delay.store.up", Meter.Type.GAUGE,
			"Whether the store answered when it was last looked at in the background: 1 if so, else 0"),

	/**
	 * Jobs that a container is handling.
	 */
	WORKERS_BUSY("delay.container.workers.busy", Meter.Type.GAUGE, "Jobs that a container is handling",
			MeterKeyNames.TOPIC, MeterKeyNames.LISTENER),

	/**
	 * Jobs that a container can handle at the same time.
	 */
	WORKERS("delay.container.workers", Meter.Type.GAUGE, "Jobs that a container can handle at the same time",
			MeterKeyNames.TOPIC, MeterKeyNames.LISTENER),

	/**
	 * Jobs that a container has reserved, handled ones and those that wait for a worker.
	 */
	JOBS_HELD("delay.container.jobs.held", Meter.Type.GAUGE,
			"Jobs that a container has reserved, handled ones and those that wait for a worker", MeterKeyNames.TOPIC,
			MeterKeyNames.LISTENER),

	/**
	 * Whether a container runs: 1 if so, 0 if it was stopped or has died.
	 */
	RUNNING("delay.container.running", Meter.Type.GAUGE,
			"Whether a container runs: 1 if so, 0 if it was stopped or has died", MeterKeyNames.TOPIC,
			MeterKeyNames.LISTENER),

	/**
	 * For how many seconds a container has failed to reserve jobs, zero if it can.
	 */
	RESERVE_OUTAGE("delay.container.reserve.outage", Meter.Type.GAUGE,
			"For how many seconds a container has failed to reserve jobs, zero if it can", MeterKeyNames.TOPIC,
			MeterKeyNames.LISTENER);

	private final String meterName;

	private final Meter.Type type;

	private final String description;

	private final KeyName[] keyNames;

	DelayMeter(String meterName, Meter.Type type, String description, KeyName... keyNames) {
		this.meterName = meterName;
		this.type = type;
		this.description = description;
		this.keyNames = keyNames;
	}

	@Override
	public String getName() {
		return this.meterName;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	/**
	 * What the meter tells, in a phrase.
	 * @return the description that is registered with it
	 */
	public String getDescription() {
		return this.description;
	}

	@Override
	public KeyName[] getKeyNames() {
		return this.keyNames.clone();
	}

	/**
	 * Keys of meters.
	 */
	public enum MeterKeyNames implements KeyName {

		/**
		 * The topic.
		 */
		TOPIC("topic"),

		/**
		 * The id of the listener.
		 */
		LISTENER("listener"),

		/**
		 * How a delivery has ended, or what a submit did.
		 */
		OUTCOME("outcome"),

		/**
		 * The simple name of the class of what the handler threw, or {@code none}.
		 */
		EXCEPTION("exception"),

		/**
		 * The state of the jobs: delayed, ready, reserved or failed.
		 */
		STATE("state");

		private final String key;

		MeterKeyNames(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

}
