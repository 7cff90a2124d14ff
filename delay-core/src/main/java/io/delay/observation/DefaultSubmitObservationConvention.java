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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

import io.delay.observation.DelayObservation.SubmitHighCardinalityKeyNames;
import io.delay.observation.DelayObservation.SubmitLowCardinalityKeyNames;

/**
 * Provides the names and key values of an observed submit, as documented in
 * {@link DelayObservation#SUBMIT}.
 *
 * @since 0.1.0
 */
public class DefaultSubmitObservationConvention implements SubmitObservationConvention {

	private static final String NAME = "delay.submit";

	private static final String JOB_ID = SubmitHighCardinalityKeyNames.JOB_ID.asString();

	private static final KeyValue ONE_JOB = SubmitHighCardinalityKeyNames.JOBS.withValue("1");

	private static final KeyValues ONE_JOB_ALONE = KeyValues.of(ONE_JOB);

	/**
	 * Limits the number of time series in an application whose clients name topics. For
	 * further topics, the value of the key is {@link #OTHER}.
	 */
	private static final int MAX_TOPICS = 1_000;

	private static final String OTHER = "other";

	/** The names by topic, created once instead of for each submit. */
	private final Map<String, TopicNames> names = new ConcurrentHashMap<>();

	@Override
	public String getName() {
		return NAME;
	}

	@Override
	public String getContextualName(SubmitObservationContext context) {
		return namesOf(context.topic()).contextualName;
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(SubmitObservationContext context) {
		return namesOf(context.topic()).keyValues(context.outcome(), context.getError());
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(SubmitObservationContext context) {
		String id = context.jobId();
		if (id == null) {
			return (context.jobs() == 1) ? ONE_JOB_ALONE : KeyValues.of(jobs(context));
		}
		// Micrometer calls this method on start and on stop; the values rarely change in
		// between
		KeyValue present = context.getHighCardinalityKeyValue(JOB_ID);
		return (present != null && present.getValue().equals(id)) ? context.getHighCardinalityKeyValues()
				: KeyValues.of(SubmitHighCardinalityKeyNames.JOB_ID.withValue(id), jobs(context));
	}

	private static KeyValue jobs(SubmitObservationContext context) {
		return (context.jobs() == 1) ? ONE_JOB
				: SubmitHighCardinalityKeyNames.JOBS.withValue(Integer.toString(context.jobs()));
	}

	private TopicNames namesOf(String topic) {
		TopicNames known = this.names.get(topic);
		if (known == null) {
			boolean isKept = this.names.size() < MAX_TOPICS;
			known = new TopicNames(topic, isKept ? topic : OTHER);
			if (isKept) {
				this.names.put(topic, known);
			}
		}
		return known;
	}

	/**
	 * Values that are the same for all submits to a topic.
	 */
	private static final class TopicNames {

		private final String key;

		private final String contextualName;

		private final KeyValues underWay;

		/** The key values of successful submits. */
		private final KeyValues succeeded;

		TopicNames(String topic, String key) {
			this.key = key;
			this.contextualName = "submit " + topic;
			this.underWay = keyValues(KeyValue.NONE_VALUE, ExceptionName.NONE);
			this.succeeded = keyValues(SubmitOutcome.SUCCESS.tag(), ExceptionName.NONE);
		}

		KeyValues keyValues(@Nullable SubmitOutcome outcome, @Nullable Throwable error) {
			if (error == null && outcome == null) {
				return this.underWay;
			}
			if (error == null && outcome == SubmitOutcome.SUCCESS) {
				return this.succeeded;
			}
			return keyValues((outcome != null) ? outcome.tag() : KeyValue.NONE_VALUE, ExceptionName.of(error));
		}

		private KeyValues keyValues(String outcome, String exception) {
			return KeyValues.of(SubmitLowCardinalityKeyNames.TOPIC.withValue(this.key),
					SubmitLowCardinalityKeyNames.OUTCOME.withValue(outcome),
					SubmitLowCardinalityKeyNames.EXCEPTION.withValue(exception));
		}

	}

}
