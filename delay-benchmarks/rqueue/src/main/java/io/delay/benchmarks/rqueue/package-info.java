// SPDX-License-Identifier: Apache-2.0

/**
 * Rqueue under the workloads.
 */
@NullMarked
package io.delay.benchmarks.rqueue;

import org.jspecify.annotations.NullMarked;
