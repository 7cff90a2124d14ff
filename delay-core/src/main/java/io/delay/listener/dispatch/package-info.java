// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Deliveries that wait for a worker or are
 * running, and the workers.
 */
@NullMarked
package io.delay.listener.dispatch;

import org.jspecify.annotations.NullMarked;
