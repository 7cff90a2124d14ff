// SPDX-License-Identifier: Apache-2.0

/**
 * The delayed queue of Redisson under the workloads.
 */
@NullMarked
package io.delay.benchmarks.redisson;

import org.jspecify.annotations.NullMarked;
