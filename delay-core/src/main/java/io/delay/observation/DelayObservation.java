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
 * What is observed, and by which keys.
 *
 * @since 0.1.0
 */
public enum DelayObservation implements ObservationDocumentation {

	/**
	 * A call that submits jobs, one or many.
	 */
	SUBMIT {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultSubmitObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return SubmitLowCardinalityKeyNames.values();
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return SubmitHighCardinalityKeyNames.values();
		}

	},

	/**
	 * One delivery of a job: its handler, and what is decided afterwards.
	 */
	PROCESS {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultProcessObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return ProcessLowCardinalityKeyNames.values();
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return ProcessHighCardinalityKeyNames.values();
		}

	};

	/**
	 * Keys of a submit that have few values.
	 */
	public enum SubmitLowCardinalityKeyNames implements KeyName {

		/**
		 * The topic, or {@code several} if the call has jobs of several topics.
		 */
		TOPIC {

			@Override
			public String asString() {
				return "topic";
			}

		},

		/**
		 * How the submit has ended, a {@link SubmitOutcome}; {@code none} while it is
		 * under way.
		 */
		OUTCOME {

			@Override
			public String asString() {
				return "outcome";
			}

		},

		/**
		 * The simple name of the class of the exception that the caller got, or
		 * {@code none}.
		 */
		EXCEPTION {

			@Override
			public String asString() {
				return "exception";
			}

		}

	}

	/**
	 * Keys of a submit that have many values.
	 */
	public enum SubmitHighCardinalityKeyNames implements KeyName {

		/**
		 * How many jobs the call has.
		 */
		JOBS {

			@Override
			public String asString() {
				return "delay.jobs";
			}

		},

		/**
		 * The id of the job, if the call has one and its id is known.
		 */
		JOB_ID {

			@Override
			public String asString() {
				return "delay.job.id";
			}

			@Override
			public boolean isRequired() {
				return false;
			}

		}

	}

	/**
	 * Keys of a delivery that have few values.
	 */
	public enum ProcessLowCardinalityKeyNames implements KeyName {

		/**
		 * The topic of the job.
		 */
		TOPIC {

			@Override
			public String asString() {
				return "topic";
			}

		},

		/**
		 * The id of the listener.
		 */
		LISTENER {

			@Override
			public String asString() {
				return "listener";
			}

		},

		/**
		 * What was decided about the job, a {@link JobOutcome}; {@code none} while it is
		 * being handled.
		 */
		OUTCOME {

			@Override
			public String asString() {
				return "outcome";
			}

		},

		/**
		 * The simple name of the class of the exception that the handler threw, or
		 * {@code none}.
		 */
		EXCEPTION {

			@Override
			public String asString() {
				return "exception";
			}

		}

	}

	/**
	 * Keys of a delivery that have many values.
	 */
	public enum ProcessHighCardinalityKeyNames implements KeyName {

		/**
		 * The id of the job.
		 */
		JOB_ID {

			@Override
			public String asString() {
				return "delay.job.id";
			}

		},

		/**
		 * The number of the delivery, from 1.
		 */
		JOB_ATTEMPT {

			@Override
			public String asString() {
				return "delay.job.attempt";
			}

		}

	}

}
