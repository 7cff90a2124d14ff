// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Reserves jobs: determines when each
 * partition is polled, and hands jobs back.
 */
@NullMarked
package io.delay.redis.reserve;

import org.jspecify.annotations.NullMarked;
