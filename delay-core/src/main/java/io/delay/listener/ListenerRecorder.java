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
 * Measures one container. Called for every job, by the threads that handle and settle it,
 * so it must be fast and must not wait. What it throws is logged once and harms no job.
 *
 * @since 0.1.0
 */
public interface ListenerRecorder {

	/**
	 * A handler is about to begin.
	 * @param lateness how long after the time since which the job was ready, by the
	 * store's clock
	 */
	void started(Duration lateness);

	/**
	 * A delivery has ended, and the store knows.
	 * @param outcome how it has ended
	 * @param exception the simple name of the class of what the handler threw, or
	 * {@code none}
	 */
	void settled(JobOutcome outcome, String exception);

}
