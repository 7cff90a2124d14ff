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

/**
 * Stores the time at which an observation was started. Handlers usually store it in the
 * map of the context, but that takes longer than reading the clock. Internal to Delay:
 * may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public interface TimedContext {

	/**
	 * The value that indicates that no time was stored.
	 */
	long NOT_STARTED = Long.MIN_VALUE;

	/**
	 * Return when the observation was started.
	 * @return the time in ns according to the clock of the handler that stored it, or
	 * {@link #NOT_STARTED}
	 */
	long startedAt();

	/**
	 * Store when the observation was started. Must be called by the thread that starts
	 * the observation.
	 * @param time the time in ns, according to any monotonic clock
	 */
	void startedAt(long time);

}
