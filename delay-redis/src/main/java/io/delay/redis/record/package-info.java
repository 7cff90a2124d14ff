// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The text forms of stored values, which
 * scripts and Java share.
 */
@NullMarked
package io.delay.redis.record;

import org.jspecify.annotations.NullMarked;
