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

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.util.Assert;

import io.delay.job.SubmitStatus;
import io.delay.metrics.DelayMeter.MeterKeyNames;
import io.delay.template.SubmitMetrics;

/**
 * Counts submitted jobs with {@link DelayMeter#SUBMITTED}.
 *
 * @since 0.1.0
 */
public final class MicrometerSubmitMetrics implements SubmitMetrics {

	/**
	 * Limits the number of time series in an application whose clients name topics.
	 * Further topics share the counters of {@link #OTHER}.
	 */
	private static final int MAX_TOPICS = 1_000;

	private static final String OTHER = "other";

	private final MeterRegistry registry;

	/** The counters by topic, looked up in the registry once instead of for each job. */
	private final Map<String, Map<SubmitStatus, Counter>> counters = new ConcurrentHashMap<>();

	/**
	 * Create metrics.
	 * @param registry the registry of the meters
	 */
	public MicrometerSubmitMetrics(MeterRegistry registry) {
		Assert.notNull(registry, "'registry' must not be null");
		this.registry = registry;
	}

	@Override
	public void submitted(String topic, SubmitStatus status) {
		Map<SubmitStatus, Counter> known = this.counters.get(topic);
		Map<SubmitStatus, Counter> ofTopic = (known != null) ? known
				: this.counters.computeIfAbsent((this.counters.size() < MAX_TOPICS) ? topic : OTHER, this::newCounters);
		Counter counter = ofTopic.get(status);
		if (counter != null) {
			counter.increment();
		}
	}

	private Map<SubmitStatus, Counter> newCounters(String topic) {
		Map<SubmitStatus, Counter> ofTopic = new EnumMap<>(SubmitStatus.class);
		for (SubmitStatus status : SubmitStatus.values()) {
			ofTopic.put(status, newCounter(topic, status));
		}
		return ofTopic;
	}

	private Counter newCounter(String topic, SubmitStatus status) {
		return Counter.builder(DelayMeter.SUBMITTED.getName())
			.description(DelayMeter.SUBMITTED.getDescription())
			.tags(MeterKeyNames.TOPIC.asString(), topic, MeterKeyNames.OUTCOME.asString(), tagOf(status))
			.register(this.registry);
	}

	private static String tagOf(SubmitStatus status) {
		return switch (status) {
			case CREATED -> "created";
			case EXISTING -> "kept";
			case REPLACED -> "replaced";
		};
	}

}
