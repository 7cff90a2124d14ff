// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Span;

/**
 * Keeps the id of the span in which each timer was last recorded, as a registry with
 * exemplars does.
 */
final class SpanRecordingMeterRegistry extends SimpleMeterRegistry {

	private final Map<String, String> spans = new ConcurrentHashMap<>();

	@Override
	protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauseDetector) {
		return new CumulativeTimer(id, this.clock, config, pauseDetector, getBaseTimeUnit(), false) {

			@Override
			protected void recordNonNegative(long amount, TimeUnit unit) {
				super.recordNonNegative(amount, unit);
				SpanRecordingMeterRegistry.this.spans.put(id.getName(), Span.current().getSpanContext().getSpanId());
			}

		};
	}

	String span(String timer) {
		return this.spans.get(timer);
	}

}
