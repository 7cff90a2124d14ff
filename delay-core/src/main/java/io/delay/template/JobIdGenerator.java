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
 * Makes the ids of jobs that are submitted without one. Must be safe for use by several
 * threads.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobIdGenerator {

	/**
	 * Make an id.
	 * @return an id, most likely never given before: 1 to 200 bytes without white space
	 * or control characters
	 */
	String generate();

	/**
	 * A generator of ids of 14 characters of {@code 0-9 A-Z a-z} that sort by the time
	 * they were made: seven for the millisecond, seven at random. Ids of one generator
	 * never collide, they strictly increase. Two generators that each make an id in the
	 * same millisecond collide once in 62<sup>7</sup> = 3.5 &#x00d7; 10<sup>12</sup>
	 * cases: with 100 generators that each make 1,000 ids per second for one topic about
	 * once a week. A collision does no harm, for the job is then submitted under another
	 * id.
	 * @param clock tells the time
	 * @return a generator
	 */
	static JobIdGenerator timeOrdered(InstantSource clock) {
		return new TimeOrderedIdGenerator(clock);
	}

}
