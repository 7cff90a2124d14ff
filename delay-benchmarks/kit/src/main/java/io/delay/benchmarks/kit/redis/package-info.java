// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to the kit: reads from Redis how much CPU time and memory it uses and which
 * commands it receives.
 */
@NullMarked
package io.delay.benchmarks.kit.redis;

import org.jspecify.annotations.NullMarked;
