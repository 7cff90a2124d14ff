// SPDX-License-Identifier: Apache-2.0

package io.delay.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.springframework.util.Assert;

import io.delay.job.SubmitStatus;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobMetrics;
import io.delay.observation.JobOutcome;

/**
 * Records {@link DelayMeter#SUBMITTED}, {@link DelayMeter#LATENESS} and
 * {@link DelayMeter#SETTLED}.
 *
 * @since 0.1.0
 */
public final class MicrometerJobMetrics implements JobMetrics {

	private static final Duration[] LATENESS_BUCKETS = { Duration.ofMillis(10), Duration.ofMillis(50),
			Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5),
			Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30) };

	// Limits the number of time series in an application whose clients name topics.
	// Submits to further topics are counted as OTHER.
	private static final int MAX_TOPICS = 1_000;

	private static final String OTHER = "other";

	private final MeterRegistry registry;

	private final Set<String> submitTopics = ConcurrentHashMap.newKeySet();

	// By tag values, looked up in the registry once instead of for each job.
	private final Map<List<String>, Counter> counters = new ConcurrentHashMap<>();

	private final Map<List<String>, Timer> lateness = new ConcurrentHashMap<>();

	/**
	 * Create metrics.
	 */
	public MicrometerJobMetrics(MeterRegistry registry) {
		Assert.notNull(registry, "'registry' must not be null");
		this.registry = registry;
	}

	// Counters are registered at zero, because otherwise a rate would miss the first
	// increment
	@Override
	public void submitted(String topic, SubmitStatus status) {
		boolean known = this.submitTopics.contains(topic);
		String counted = (known || this.submitTopics.size() < MAX_TOPICS) ? topic : OTHER;
		if (!known && this.submitTopics.add(counted)) {
			for (SubmitStatus each : SubmitStatus.values()) {
				counter(DelayMeter.SUBMITTED, counted, tagOf(each));
			}
		}
		counter(DelayMeter.SUBMITTED, counted, tagOf(status)).increment();
	}

	private static String tagOf(SubmitStatus status) {
		return switch (status) {
			case CREATED -> "created";
			case EXISTING -> "kept";
			case REPLACED -> "replaced";
		};
	}

	@Override
	public void listening(String topic, String listener) {
		lateness(topic, listener);
		for (JobOutcome outcome : JobOutcome.values()) {
			if (outcome != JobOutcome.RETRIED && outcome != JobOutcome.FAILED) {
				counter(DelayMeter.SETTLED, topic, listener, outcome.tag(), ExceptionName.NONE);
			}
		}
	}

	@Override
	public void started(String topic, String listener, Duration lateness) {
		lateness(topic, listener).record(lateness);
	}

	@Override
	public void settled(String topic, String listener, JobOutcome outcome, String exception) {
		counter(DelayMeter.SETTLED, topic, listener, outcome.tag(), exception).increment();
	}

	private Timer lateness(String... values) {
		return this.lateness.computeIfAbsent(List.of(values),
				(key) -> Timer.builder(DelayMeter.LATENESS.getName())
					.description(DelayMeter.LATENESS.getDescription())
					.tags(tags(DelayMeter.LATENESS, values))
					.serviceLevelObjectives(LATENESS_BUCKETS)
					.register(this.registry));
	}

	// Meters have different numbers of tags, so that the values identify a counter
	private Counter counter(DelayMeter meter, String... values) {
		return this.counters.computeIfAbsent(List.of(values),
				(key) -> Counter.builder(meter.getName())
					.description(meter.getDescription())
					.tags(tags(meter, values))
					.register(this.registry));
	}

	private static String[] tags(DelayMeter meter, String[] values) {
		String[] tags = new String[2 * values.length];
		for (int i = 0; i < values.length; i++) {
			tags[2 * i] = meter.getKeyNames()[i].asString();
			tags[2 * i + 1] = values[i];
		}
		return tags;
	}

}
