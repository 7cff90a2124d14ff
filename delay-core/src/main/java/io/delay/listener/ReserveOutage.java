// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.time.Duration;

/**
 * An outage during which a container cannot reserve jobs. The container keeps trying.
 *
 * @param duration the time since the first failed attempt
 * @param failures the number of attempts that have failed since then
 * @param reason the message of the last failure; never contains a payload
 * @since 0.1.0
 */
public record ReserveOutage(Duration duration, long failures, String reason) {

}
