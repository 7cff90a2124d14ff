// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import java.util.List;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * Documents the observations that Delay creates, and their keys, which are added when an
 * observation ends.
 *
 * @since 0.1.0
 */
public enum DelayObservation implements ObservationDocumentation {

	/** A call that submits one or more jobs. */
	SUBMIT(DefaultSubmitObservationConvention.class,
			List.of(LowCardinalityKeyNames.TOPIC, LowCardinalityKeyNames.OUTCOME, LowCardinalityKeyNames.EXCEPTION),
			List.of(HighCardinalityKeyNames.JOBS, HighCardinalityKeyNames.JOB_ID)),

	/**
	 * One delivery of a job: the execution of its handler and the decision about the job.
	 */
	PROCESS(DefaultProcessObservationConvention.class, List.of(LowCardinalityKeyNames.values()),
			List.of(HighCardinalityKeyNames.JOB_ID, HighCardinalityKeyNames.JOB_ATTEMPT));

	private final Class<? extends ObservationConvention<? extends Observation.Context>> defaultConvention;

	private final List<? extends KeyName> lowCardinalityKeyNames;

	private final List<? extends KeyName> highCardinalityKeyNames;

	DelayObservation(Class<? extends ObservationConvention<? extends Observation.Context>> defaultConvention,
			List<? extends KeyName> lowCardinalityKeyNames, List<? extends KeyName> highCardinalityKeyNames) {
		this.defaultConvention = defaultConvention;
		this.lowCardinalityKeyNames = lowCardinalityKeyNames;
		this.highCardinalityKeyNames = highCardinalityKeyNames;
	}

	@Override
	public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
		return this.defaultConvention;
	}

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return this.lowCardinalityKeyNames.toArray(KeyName[]::new);
	}

	@Override
	public KeyName[] getHighCardinalityKeyNames() {
		return this.highCardinalityKeyNames.toArray(KeyName[]::new);
	}

	/**
	 * Low-cardinality keys.
	 */
	public enum LowCardinalityKeyNames implements KeyName {

		/**
		 * The topic. For submits, {@code several} if the jobs of the call have several
		 * topics, or {@code other} beyond the first 1,000 topics.
		 */
		TOPIC("topic"),

		/** The id of the listener. */
		LISTENER("listener"),

		/**
		 * The {@link SubmitOutcome} or {@link JobOutcome}, {@code none} if the container
		 * failed to call the handler.
		 */
		OUTCOME("outcome"),

		/**
		 * The simple class name of the exception that was thrown to the caller of the
		 * submit or by the handler, or {@code none}.
		 */
		EXCEPTION("exception");

		private final String key;

		LowCardinalityKeyNames(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

	/**
	 * High-cardinality keys.
	 */
	public enum HighCardinalityKeyNames implements KeyName {

		/** The number of jobs of the call. */
		JOBS("delay.jobs"),

		/**
		 * The id of the job. A submit has it only if the call has a single job whose id
		 * is known.
		 */
		JOB_ID("delay.job.id"),

		/** The number of the attempt, starting at 1. */
		JOB_ATTEMPT("delay.job.attempt");

		private final String key;

		HighCardinalityKeyNames(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

		@Override
		public boolean isRequired() {
			return this != JOB_ID;
		}

	}

}
