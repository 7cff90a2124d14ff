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
 * Keeps the time at which an observation was started. The map of the context, where
 * handlers keep such things otherwise, costs more than to read the clock. Internal to
 * Delay: may change without notice.
 *
 * @since 0.1.0
 */
public interface TimedContext {

	/**
	 * The time if nobody has noted one.
	 */
	long NOT_STARTED = Long.MIN_VALUE;

	/**
	 * When the observation was started.
	 * @return the time in ns by the clock of who noted it, or {@link #NOT_STARTED}
	 */
	long startedAt();

	/**
	 * Note when the observation was started, by the thread that starts it.
	 * @param time the time in ns, by a clock of one's own
	 */
	void startedAt(long time);

}
