// SPDX-License-Identifier: Apache-2.0

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
