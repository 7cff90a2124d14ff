// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.time.Instant;

import io.delay.store.ConsumerRegistration;

/**
 * A consumer that is registered in the store.
 *
 * @param since when it was first registered, according to the store's clock
 * @param lastSeen when its registration was last renewed, according to the store's clock
 * @since 0.1.0
 */
public record ActiveConsumer(ConsumerRegistration consumer, Instant since, Instant lastSeen) {

}
