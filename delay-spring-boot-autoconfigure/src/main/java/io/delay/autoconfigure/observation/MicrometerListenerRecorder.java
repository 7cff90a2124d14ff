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

package io.delay.autoconfigure.observation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import io.delay.listener.ListenerRecorder;
import io.delay.metrics.DelayMeter;
import io.delay.metrics.DelayMeter.MeterKeyNames;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;

/**
 * The meters of one container, looked up in the registry once rather than for each job.
 */
final class MicrometerListenerRecorder implements ListenerRecorder {

	private static final Duration[] LATENESS_BUCKETS = { Duration.ofMillis(10), Duration.ofMillis(50),
			Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5),
			Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30) };

	private final MeterRegistry registry;

	private final Tags tags;

	private final Timer lateness;

	/** The counters of each outcome, by the name of the exception. */
	private final Map<JobOutcome, Map<String, Counter>> settled = new EnumMap<>(JobOutcome.class);

	MicrometerListenerRecorder(MeterRegistry registry, String topic, String listener) {
		this.registry = registry;
		this.tags = Tags.of(MeterKeyNames.TOPIC.asString(), topic, MeterKeyNames.LISTENER.asString(), listener);
		this.lateness = Timer.builder(DelayMeter.LATENESS.getName())
			.description(DelayMeter.LATENESS.getDescription())
			.tags(this.tags)
			.serviceLevelObjectives(LATENESS_BUCKETS)
			.register(registry);
		for (JobOutcome outcome : JobOutcome.values()) {
			this.settled.put(outcome, new ConcurrentHashMap<>());
			// Registered at zero, because otherwise a rate would miss the first increment
			if (outcome != JobOutcome.RETRIED && outcome != JobOutcome.FAILED) {
				counter(outcome, ExceptionName.NONE);
			}
		}
	}

	@Override
	public void started(Duration lateness) {
		this.lateness.record(lateness);
	}

	@Override
	public void settled(JobOutcome outcome, String exception) {
		counter(outcome, exception).increment();
	}

	private Counter counter(JobOutcome outcome, String exception) {
		Map<String, Counter> counters = this.settled.getOrDefault(outcome, Map.of());
		Counter known = counters.get(exception);
		return (known != null) ? known : counters.computeIfAbsent(exception, (name) -> newCounter(outcome, name));
	}

	private Counter newCounter(JobOutcome outcome, String exception) {
		return Counter.builder(DelayMeter.SETTLED.getName())
			.description(DelayMeter.SETTLED.getDescription())
			.tags(this.tags.and(MeterKeyNames.OUTCOME.asString(), outcome.tag(), MeterKeyNames.EXCEPTION.asString(),
					exception))
			.register(this.registry);
	}

}
