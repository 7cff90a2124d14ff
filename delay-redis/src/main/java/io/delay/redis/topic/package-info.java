// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The number of partitions of each topic,
 * and the list of topics.
 */
@NullMarked
package io.delay.redis.topic;

import org.jspecify.annotations.NullMarked;
