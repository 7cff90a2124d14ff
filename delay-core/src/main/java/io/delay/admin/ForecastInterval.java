// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Instant;

/**
 * The number of waiting jobs that become due in an interval.
 *
 * @param from the start of the interval, inclusive
 * @param to the end of the interval, exclusive
 * @param jobs the number of jobs
 * @since 0.1.0
 */
public record ForecastInterval(Instant from, Instant to, long jobs) {

}
