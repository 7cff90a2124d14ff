// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;

import io.delay.observation.DelayObservation.HighCardinalityKeyNames;
import io.delay.observation.DelayObservation.LowCardinalityKeyNames;

/**
 * Provides the names and key values of an observed delivery, as documented in
 * {@link DelayObservation#PROCESS}. There are no key values until the delivery has ended.
 *
 * @since 0.1.0
 */
public class DefaultProcessObservationConvention implements ProcessObservationConvention {

	@Override
	public String getName() {
		return "delay.process";
	}

	@Override
	public String getContextualName(ProcessObservationContext context) {
		return "process " + context.topic();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(ProcessObservationContext context) {
		if (isInProgress(context)) {
			return KeyValues.empty();
		}
		JobOutcome outcome = context.outcome();
		return KeyValues.of(LowCardinalityKeyNames.TOPIC.withValue(context.topic()),
				LowCardinalityKeyNames.LISTENER.withValue(context.listener()),
				LowCardinalityKeyNames.OUTCOME.withValue((outcome != null) ? outcome.tag() : KeyValue.NONE_VALUE),
				LowCardinalityKeyNames.EXCEPTION.withValue(ExceptionName.of(context.getError())));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(ProcessObservationContext context) {
		return isInProgress(context) ? KeyValues.empty()
				: KeyValues.of(HighCardinalityKeyNames.JOB_ID.withValue(context.jobId()),
						HighCardinalityKeyNames.JOB_ATTEMPT.withValue(Integer.toString(context.attempt())));
	}

	// Micrometer calls the methods on start and on stop. Adding the values twice would
	// make up a considerable part of what an observation costs.
	private static boolean isInProgress(ProcessObservationContext context) {
		return context.outcome() == null && context.getError() == null;
	}

}
