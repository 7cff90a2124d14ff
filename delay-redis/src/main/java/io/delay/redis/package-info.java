// SPDX-License-Identifier: Apache-2.0

/**
 * The job store on Redis.
 */
@NullMarked
package io.delay.redis;

import org.jspecify.annotations.NullMarked;
