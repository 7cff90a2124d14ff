// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. What the health check reads, and the
 * details that it shows.
 */
@NullMarked
package io.delay.actuate.health;

import org.jspecify.annotations.NullMarked;
