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

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.Observation;

import io.delay.observation.ProcessObservationContext;
import io.delay.observation.SubmitObservationContext;

/**
 * Records the timers of submits and deliveries without those in progress, which would
 * cost about a third more for each job. {@code delay.container.workers.busy} reports the
 * number of jobs in progress instead.
 */
final class JobMeterObservationHandler extends DefaultMeterObservationHandler {

	JobMeterObservationHandler(MeterRegistry registry) {
		super(registry, IgnoredMeters.LONG_TASK_TIMER);
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof ProcessObservationContext || context instanceof SubmitObservationContext;
	}

}
