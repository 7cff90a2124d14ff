// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Instant;

/**
 * A wake-up that a store has sent.
 *
 * @param partition where, by the name that the partition has in {@link Contents}
 * @param time when something is ready
 * @param micros how long until then
 */
public record Announcement(String partition, Instant time, long micros) {

}
