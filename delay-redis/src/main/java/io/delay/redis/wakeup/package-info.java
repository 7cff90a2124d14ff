// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Receives wake-ups and passes them to
 * listeners.
 */
@NullMarked
package io.delay.redis.wakeup;

import org.jspecify.annotations.NullMarked;
