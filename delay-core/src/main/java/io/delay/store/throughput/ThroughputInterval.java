// SPDX-License-Identifier: Apache-2.0

package io.delay.store.throughput;

import java.time.Instant;

/**
 * The counts of a topic in one interval, in all partitions together.
 *
 * @param from the start of the interval, inclusive
 * @param to the end of the interval, exclusive; in the future for the current interval
 * @param counts the counts of the interval
 * @since 0.1.0
 */
public record ThroughputInterval(Instant from, Instant to, JobCounts counts) {

}
