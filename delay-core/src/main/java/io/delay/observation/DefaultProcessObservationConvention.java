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

import io.delay.observation.DelayObservation.ProcessHighCardinalityKeyNames;
import io.delay.observation.DelayObservation.ProcessLowCardinalityKeyNames;

/**
 * Provides the names and key values of an observed delivery, as documented in
 * {@link DelayObservation#PROCESS}.
 *
 * @since 0.1.0
 */
public class DefaultProcessObservationConvention implements ProcessObservationConvention {

	private static final String NAME = "delay.process";

	private static final String JOB_ID = ProcessHighCardinalityKeyNames.JOB_ID.asString();

	/**
	 * The names by listener id, created once instead of for each job. An application has
	 * few listeners.
	 */
	private final Map<String, ListenerNames> names = new ConcurrentHashMap<>();

	@Override
	public String getName() {
		return NAME;
	}

	@Override
	public String getContextualName(ProcessObservationContext context) {
		return namesOf(context).contextualName;
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(ProcessObservationContext context) {
		Throwable error = context.getError();
		return namesOf(context).keyValues(context.outcome(), error);
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(ProcessObservationContext context) {
		// Micrometer calls this method on start and on stop; the values do not change in
		// between
		if (context.getHighCardinalityKeyValue(JOB_ID) != null) {
			return context.getHighCardinalityKeyValues();
		}
		return KeyValues.of(ProcessHighCardinalityKeyNames.JOB_ID.withValue(context.jobId()),
				ProcessHighCardinalityKeyNames.JOB_ATTEMPT.withValue(Integer.toString(context.attempt())));
	}

	private ListenerNames namesOf(ProcessObservationContext context) {
		ListenerNames known = this.names.get(context.listener());
		return (known != null && known.topic.equals(context.topic())) ? known
				: this.names.compute(context.listener(), (listener, other) -> new ListenerNames(context));
	}

	/**
	 * Values that are the same for all deliveries of a listener.
	 */
	private static final class ListenerNames {

		private final String topic;

		private final String listener;

		private final String contextualName;

		private final KeyValues underWay;

		/** The key values of deliveries without an exception, by outcome ordinal. */
		private final KeyValues[] ended = new KeyValues[JobOutcome.values().length];

		ListenerNames(ProcessObservationContext context) {
			this.topic = context.topic();
			this.listener = context.listener();
			this.contextualName = "process " + this.topic;
			this.underWay = keyValues(KeyValue.NONE_VALUE, ExceptionName.NONE);
			for (JobOutcome outcome : JobOutcome.values()) {
				this.ended[outcome.ordinal()] = keyValues(outcome.tag(), ExceptionName.NONE);
			}
		}

		KeyValues keyValues(@Nullable JobOutcome outcome, @Nullable Throwable error) {
			if (error == null) {
				return (outcome != null) ? this.ended[outcome.ordinal()] : this.underWay;
			}
			return keyValues((outcome != null) ? outcome.tag() : KeyValue.NONE_VALUE, ExceptionName.of(error));
		}

		private KeyValues keyValues(String outcome, String exception) {
			return KeyValues.of(ProcessLowCardinalityKeyNames.TOPIC.withValue(this.topic),
					ProcessLowCardinalityKeyNames.LISTENER.withValue(this.listener),
					ProcessLowCardinalityKeyNames.OUTCOME.withValue(outcome),
					ProcessLowCardinalityKeyNames.EXCEPTION.withValue(exception));
		}

	}

}
