// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The keys of a topic and of its
 * partitions, and the partition of each job.
 */
@NullMarked
package io.delay.redis.partition;

import org.jspecify.annotations.NullMarked;
