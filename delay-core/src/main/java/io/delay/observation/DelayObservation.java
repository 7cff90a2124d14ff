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

package io.delay.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * Documents the observations that Delay creates, and their keys.
 *
 * @since 0.1.0
 */
public enum DelayObservation implements ObservationDocumentation {

	/**
	 * A call that submits one or more jobs.
	 */
	SUBMIT(DefaultSubmitObservationConvention.class, SubmitLowCardinalityKeyNames.values(),
			SubmitHighCardinalityKeyNames.values()),

	/**
	 * One delivery of a job: the execution of its handler and the decision about the job.
	 */
	PROCESS(DefaultProcessObservationConvention.class, ProcessLowCardinalityKeyNames.values(),
			ProcessHighCardinalityKeyNames.values());

	private final Class<? extends ObservationConvention<? extends Observation.Context>> defaultConvention;

	private final KeyName[] lowCardinalityKeyNames;

	private final KeyName[] highCardinalityKeyNames;

	DelayObservation(Class<? extends ObservationConvention<? extends Observation.Context>> defaultConvention,
			KeyName[] lowCardinalityKeyNames, KeyName[] highCardinalityKeyNames) {
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
		return this.lowCardinalityKeyNames.clone();
	}

	@Override
	public KeyName[] getHighCardinalityKeyNames() {
		return this.highCardinalityKeyNames.clone();
	}

	/**
	 * Low-cardinality keys of a submit.
	 */
	public enum SubmitLowCardinalityKeyNames implements KeyName {

		/**
		 * The topic, {@code several} if the jobs of the call have several topics, or
		 * {@code other} beyond the first 1,000 topics.
		 */
		TOPIC("topic"),

		/**
		 * The {@link SubmitOutcome} of the submit, {@code none} while it is in progress.
		 */
		OUTCOME("outcome"),

		/**
		 * The simple class name of the exception thrown to the caller, or {@code none}.
		 */
		EXCEPTION("exception");

		private final String key;

		SubmitLowCardinalityKeyNames(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

	/**
	 * High-cardinality keys of a submit.
	 */
	public enum SubmitHighCardinalityKeyNames implements KeyName {

		/**
		 * The number of jobs of the call.
		 */
		JOBS("delay.jobs"),

		/**
		 * The id of the job, if the call has a single job whose id is known.
		 */
		JOB_ID("delay.job.id");

		private final String key;

		SubmitHighCardinalityKeyNames(String key) {
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

	/**
	 * Low-cardinality keys of a delivery.
	 */
	public enum ProcessLowCardinalityKeyNames implements KeyName {

		/**
		 * The topic of the job.
		 */
		TOPIC("topic"),

		/**
		 * The id of the listener.
		 */
		LISTENER("listener"),

		/**
		 * The {@link JobOutcome} of the delivery, {@code none} while the handler is
		 * running.
		 */
		OUTCOME("outcome"),

		/**
		 * The simple class name of the exception that the handler threw, or {@code none}.
		 */
		EXCEPTION("exception");

		private final String key;

		ProcessLowCardinalityKeyNames(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

	/**
	 * High-cardinality keys of a delivery.
	 */
	public enum ProcessHighCardinalityKeyNames implements KeyName {

		/**
		 * The id of the job.
		 */
		JOB_ID("delay.job.id"),

		/**
		 * The number of the attempt, starting at 1.
		 */
		JOB_ATTEMPT("delay.job.attempt");

		private final String key;

		ProcessHighCardinalityKeyNames(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

}
