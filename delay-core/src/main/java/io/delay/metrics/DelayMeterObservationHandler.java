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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.Observation;
import org.springframework.util.Assert;

import io.delay.observation.ExceptionName;
import io.delay.observation.TimedContext;

/**
 * Records timers for the observations of jobs. The timers are the same as those of
 * Micrometer's
 * {@link io.micrometer.core.instrument.observation.DefaultMeterObservationHandler}, at a
 * lower cost: timers are looked up in the registry once instead of for each job, and
 * there are no long task timers. {@link DelayMeter#WORKERS_BUSY} reports the number of
 * jobs in progress instead.
 *
 * <p>
 * An observation registry can have only one such handler, because the start time is
 * stored in the context.
 *
 * @since 0.1.0
 */
public final class DelayMeterObservationHandler implements MeterObservationHandler<Observation.Context> {

	private static final String ERROR = "error";

	/**
	 * Limits memory use if a convention returns an unlimited number of different values.
	 */
	private static final int MAX_TIMERS = 1_000;

	private final MeterRegistry registry;

	private final Map<TimerKey, Timer> timers = new ConcurrentHashMap<>();

	/**
	 * Create a handler.
	 * @param registry the registry of the timers
	 */
	public DelayMeterObservationHandler(MeterRegistry registry) {
		Assert.notNull(registry, "'registry' must not be null");
		this.registry = registry;
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof TimedContext;
	}

	@Override
	public void onStart(Observation.Context context) {
		((TimedContext) context).startedAt(this.registry.config().clock().monotonicTime());
	}

	@Override
	public void onStop(Observation.Context context) {
		long startedAt = ((TimedContext) context).startedAt();
		if (startedAt != TimedContext.NOT_STARTED) {
			timer(context).record(this.registry.config().clock().monotonicTime() - startedAt, TimeUnit.NANOSECONDS);
		}
	}

	private Timer timer(Observation.Context context) {
		TimerKey key = new TimerKey(String.valueOf(context.getName()), context.getLowCardinalityKeyValues(),
				ExceptionName.of(context.getError()));
		Timer known = this.timers.get(key);
		if (known != null) {
			return known;
		}
		return (this.timers.size() < MAX_TIMERS) ? this.timers.computeIfAbsent(key, this::timerOf) : timerOf(key);
	}

	private Timer timerOf(TimerKey key) {
		// Declared as an Iterable, because only newer versions of Micrometer have a
		// method that takes Tags
		Iterable<Tag> tags = Tags
			.of(key.keyValues().stream().map((value) -> Tag.of(value.getKey(), value.getValue())).toArray(Tag[]::new))
			.and(ERROR, key.error());
		return this.registry.timer(key.name(), tags);
	}

	/**
	 * Identifies a timer.
	 *
	 * @param name the name of the observation
	 * @param keyValues the key values of the observation
	 * @param error the name of the exception
	 */
	private record TimerKey(String name, KeyValues keyValues, String error) {

	}

}
