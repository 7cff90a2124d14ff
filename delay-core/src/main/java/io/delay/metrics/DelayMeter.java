// SPDX-License-Identifier: Apache-2.0

package io.delay.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * Documents the meters that are recorded in addition to the timers of observations, and
 * their keys.
 *
 * @since 0.1.0
 */
public enum DelayMeter implements MeterDocumentation {

	/**
	 * The time between a job becoming ready, according to the store's clock, and the
	 * start of its handler.
	 */
	LATENESS("delay.lateness", Meter.Type.TIMER, "The time between a job becoming ready and the start of its handler",
			MeterKeyNames.TOPIC, MeterKeyNames.LISTENER),

	/** The number of submitted jobs for which the store returned a result, by result. */
	SUBMITTED("delay.jobs.submitted", Meter.Type.COUNTER,
			"Submitted jobs for which the store returned a result, by result", MeterKeyNames.TOPIC,
			MeterKeyNames.OUTCOME),

	/** The number of completed deliveries, by outcome. */
	SETTLED("delay.jobs.settled", Meter.Type.COUNTER, "Completed deliveries, by outcome", MeterKeyNames.TOPIC,
			MeterKeyNames.LISTENER, MeterKeyNames.OUTCOME, MeterKeyNames.EXCEPTION),

	/** The number of jobs of a topic in one state. */
	TOPIC_JOBS("delay.topic.jobs", Meter.Type.GAUGE, "Jobs of a topic in one state", MeterKeyNames.TOPIC,
			MeterKeyNames.STATE),

	/**
	 * The time since the oldest ready job of a topic became due, zero if none is ready.
	 */
	TOPIC_OLDEST_READY("delay.topic.oldest.ready", Meter.Type.GAUGE,
			"The time since the oldest ready job of a topic became due, zero if none is ready", MeterKeyNames.TOPIC),

	/** Whether a topic is paused: 1 if it is, otherwise 0. */
	TOPIC_PAUSED("delay.topic.paused", Meter.Type.GAUGE, "Whether a topic is paused: 1 if it is, otherwise 0",
			MeterKeyNames.TOPIC),

	/** The number of registered consumers of a topic in all applications. */
	TOPIC_CONSUMERS("delay.topic.consumers", Meter.Type.GAUGE, "Registered consumers of a topic in all applications",
			MeterKeyNames.TOPIC),

	/**
	 * The approximate size of the largest partition of a topic in the store, in bytes.
	 */
	TOPIC_PARTITION_BYTES("delay.topic.partition.bytes", Meter.Type.GAUGE,
			"The approximate size of the largest partition of a topic in the store", MeterKeyNames.TOPIC),

	/**
	 * Whether the store replied to the last background check: 1 if it did, otherwise 0.
	 */
	STORE_UP("delay.store.up", Meter.Type.GAUGE,
			"Whether the store replied to the last background check: 1 if it did, otherwise 0"),

	/** The number of jobs, or of batches of jobs, that a container is handling. */
	WORKERS_BUSY("delay.container.workers.busy", Meter.Type.GAUGE,
			"Jobs, or batches of jobs, that a container is handling", MeterKeyNames.TOPIC, MeterKeyNames.LISTENER),

	/**
	 * The number of jobs, or of batches of jobs, that a container can handle at the same
	 * time.
	 */
	WORKERS("delay.container.workers", Meter.Type.GAUGE,
			"Jobs, or batches of jobs, that a container can handle at the same time", MeterKeyNames.TOPIC,
			MeterKeyNames.LISTENER),

	/**
	 * The number of jobs that a container has reserved: those being handled, those
	 * waiting for a worker, and those that are not yet due.
	 */
	JOBS_HELD("delay.container.jobs.held", Meter.Type.GAUGE,
			"Jobs that a container has reserved: being handled, waiting for a worker, or not yet due",
			MeterKeyNames.TOPIC, MeterKeyNames.LISTENER),

	/** Whether a container is running: 1 if it is, 0 if it was stopped or has died. */
	RUNNING("delay.container.running", Meter.Type.GAUGE,
			"Whether a container is running: 1 if it is, 0 if it was stopped or has died", MeterKeyNames.TOPIC,
			MeterKeyNames.LISTENER),

	/**
	 * The number of seconds for which a container has been unable to reserve jobs, zero
	 * if it can reserve jobs.
	 */
	RESERVE_OUTAGE("delay.container.reserve.outage", Meter.Type.GAUGE,
			"The seconds for which a container has been unable to reserve jobs, zero if it can reserve jobs",
			MeterKeyNames.TOPIC, MeterKeyNames.LISTENER);

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
	 * Return the description of the meter.
	 * @return the description with which it is registered
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

		/** The topic. */
		TOPIC("topic"),

		/** The id of the listener. */
		LISTENER("listener"),

		/** How a delivery ended, or the result of a submit. */
		OUTCOME("outcome"),

		/**
		 * The simple class name of the exception that the handler threw, or {@code none}.
		 */
		EXCEPTION("exception"),

		/** The state of the jobs: delayed, ready, reserved or failed. */
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
