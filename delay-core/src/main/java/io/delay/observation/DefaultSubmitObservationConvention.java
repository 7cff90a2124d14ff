// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.common.KeyValues;

import io.delay.observation.DelayObservation.HighCardinalityKeyNames;
import io.delay.observation.DelayObservation.LowCardinalityKeyNames;

/**
 * Provides the names and key values of an observed submit, as documented in
 * {@link DelayObservation#SUBMIT}. There are no key values until the submit has ended.
 *
 * @since 0.1.0
 */
public class DefaultSubmitObservationConvention implements SubmitObservationConvention {

	// Limits the number of time series in an application whose clients name topics. For
	// further topics, the value of the key is OTHER.
	private static final int MAX_TOPICS = 1_000;

	private static final String OTHER = "other";

	private final Set<String> topics = ConcurrentHashMap.newKeySet();

	@Override
	public String getName() {
		return "delay.submit";
	}

	@Override
	public String getContextualName(SubmitObservationContext context) {
		return "submit " + context.topic();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(SubmitObservationContext context) {
		SubmitOutcome outcome = context.outcome();
		// Micrometer calls this method on start and on stop. Adding the values twice
		// would make up a considerable part of what an observation costs.
		if (outcome == null) {
			return KeyValues.empty();
		}
		return KeyValues.of(LowCardinalityKeyNames.TOPIC.withValue(keyOf(context.topic())),
				LowCardinalityKeyNames.OUTCOME.withValue(outcome.tag()),
				LowCardinalityKeyNames.EXCEPTION.withValue(ExceptionName.of(context.getError())));
	}

	private String keyOf(String topic) {
		if (!this.topics.contains(topic)) {
			if (this.topics.size() >= MAX_TOPICS) {
				return OTHER;
			}
			this.topics.add(topic);
		}
		return topic;
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(SubmitObservationContext context) {
		if (context.outcome() == null) {
			return KeyValues.empty();
		}
		KeyValues jobs = KeyValues.of(HighCardinalityKeyNames.JOBS.withValue(Integer.toString(context.jobs())));
		String id = context.jobId();
		return (id != null) ? jobs.and(HighCardinalityKeyNames.JOB_ID.withValue(id)) : jobs;
	}

}
