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

package io.delay.template;

import java.time.InstantSource;

/**
 * Generates the ids of jobs that are submitted without one. Implementations must be
 * thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobIdGenerator {

	/**
	 * Generate an id.
	 * @return an id, most likely unique: 1 to 200 bytes without white space or control
	 * characters
	 */
	String generate();

	/**
	 * Create a generator for ids that sort by the time of their generation. An id has 14
	 * characters of {@code 0-9 A-Z a-z}: seven for the millisecond and seven random ones.
	 * The ids of one generator strictly increase, so they never collide. If two
	 * generators each create an id in the same millisecond, the probability of a
	 * collision is 1 in 62<sup>7</sup> = 3.5 &#x00d7; 10<sup>12</sup>; 100 generators
	 * that each create 1,000 ids per second for one topic collide about once a week. A
	 * collision is harmless, because the job is then submitted with a new id.
	 * @param clock the clock for the milliseconds
	 * @return a generator
	 */
	static JobIdGenerator timeOrdered(InstantSource clock) {
		return new TimeOrderedIdGenerator(clock);
	}

}
