// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Reads jobs, topics and consumers.
 */
@NullMarked
package io.delay.redis.inspect;

import org.jspecify.annotations.NullMarked;
