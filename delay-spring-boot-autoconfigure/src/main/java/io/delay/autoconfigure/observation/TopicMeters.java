// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.metrics.DelayMeter;
import io.delay.metrics.DelayMeter.MeterKeyNames;
import io.delay.store.admin.TopicStatus;

/**
 * The gauges of one topic.
 */
final class TopicMeters {

	private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

	private final MeterRegistry registry;

	private final List<Meter> meters = new ArrayList<>();

	private volatile @Nullable TopicStatus status;

	TopicMeters(MeterRegistry registry, String topic, @Nullable TopicStatus status) {
		this.registry = registry;
		this.status = status;
		try {
			register(Tags.of(MeterKeyNames.TOPIC.asString(), topic));
		}
		catch (RuntimeException | Error ex) {
			remove();
			throw ex;
		}
	}

	private void register(Tags tags) {
		for (JobState state : JobState.values()) {
			gauge(DelayMeter.TOPIC_JOBS,
					tags.and(MeterKeyNames.STATE.asString(), state.name().toLowerCase(Locale.ROOT)),
					(status) -> status.count(state));
		}
		gauge(DelayMeter.TOPIC_PAUSED, tags, (status) -> status.paused() ? 1 : 0);
		gauge(DelayMeter.TOPIC_CONSUMERS, tags, TopicStatus::consumers);
		gauge(DelayMeter.TOPIC_PARTITION_BYTES, tags, TopicMeters::partitionBytes);
		this.meters.add(TimeGauge
			.builder(DelayMeter.TOPIC_OLDEST_READY.getName(), this, TimeUnit.SECONDS,
					(shown) -> shown.value(TopicMeters::oldestReady))
			.description(DelayMeter.TOPIC_OLDEST_READY.getDescription())
			.tags(tags)
			.register(this.registry));
	}

	private void gauge(DelayMeter meter, Tags tags, ToDoubleFunction<TopicStatus> value) {
		this.meters.add(Gauge.builder(meter.getName(), this, (shown) -> shown.value(value))
			.description(meter.getDescription())
			.tags(tags)
			.register(this.registry));
	}

	private double value(ToDoubleFunction<TopicStatus> value) {
		TopicStatus shown = this.status;
		return (shown != null) ? value.applyAsDouble(shown) : Double.NaN;
	}

	private static double partitionBytes(TopicStatus status) {
		OptionalLong bytes = status.largestPartitionBytes();
		return bytes.isPresent() ? bytes.getAsLong() : Double.NaN;
	}

	private static double oldestReady(TopicStatus status) {
		Duration oldest = status.oldestReady();
		return (oldest != null) ? oldest.toNanos() / NANOS_PER_SECOND : 0;
	}

	/**
	 * Set the status that the gauges show.
	 * @param status the status, {@code null} if unknown
	 */
	void show(@Nullable TopicStatus status) {
		this.status = status;
	}

	void remove() {
		this.meters.forEach(this.registry::remove);
	}

}
