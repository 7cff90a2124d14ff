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

package io.delay.listener;

import java.time.Duration;

import io.delay.observation.JobOutcome;

/**
 * Measures one container. It is called for every job on the threads that handle and
 * settle it, so implementations must be fast and must not block. The first exception that
 * it throws is logged; no exception affects a job.
 *
 * @since 0.1.0
 */
public interface ListenerRecorder {

	/**
	 * Record that a handler is about to start.
	 * @param lateness the time between the moment at which the job became ready,
	 * according to the store's clock, and the start of the handler
	 */
	void started(Duration lateness);

	/**
	 * Record that a delivery has ended and that the store has confirmed its end.
	 * @param outcome how the delivery ended
	 * @param exception the simple class name of the exception that the handler threw, or
	 * {@code none}
	 */
	void settled(JobOutcome outcome, String exception);

}
