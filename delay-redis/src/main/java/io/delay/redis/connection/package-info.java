// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Opens, shares and monitors the
 * connections to Redis.
 */
@NullMarked
package io.delay.redis.connection;

import org.jspecify.annotations.NullMarked;
